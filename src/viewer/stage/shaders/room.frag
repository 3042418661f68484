#version 100
precision highp float;
varying vec3 color;
void main() {
    // Less than one step of noise hides the bands of a slow gradient.
    float noise = fract(52.98 * fract(dot(gl_FragCoord.xy, vec2(0.0671, 0.00584)))) - 0.5;
    gl_FragColor = vec4(color + noise / 255.0, 1.0);
}
