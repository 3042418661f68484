#version 100
precision highp float;
varying vec3 at;
varying vec2 grid_at;
varying vec3 out_of;
varying vec4 edges;
uniform vec4 center;      // of the thing above, and how far below it its shadow is gone
uniform vec4 shape;       // takes x and z from the centre into the unit circle, by rows
uniform vec4 shade;       // colour as it is on the screen, and how dark it is in the middle
void main() {
    vec2 flat_at = at.xz - center.xz;
    vec2 unit = vec2(dot(shape.xy, flat_at), dot(shape.zw, flat_at));
    float soft = clamp(1.0 - dot(unit, unit), 0.0, 1.0);
    float below = center.y - at.y;
    float near = clamp(1.0 - below / center.w, 0.0, 1.0) * step(-0.06, below) * step(0.05, out_of.y);
    gl_FragColor = vec4(shade.rgb, shade.a * soft * soft * near);
}
