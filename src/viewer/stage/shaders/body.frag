#version 100
precision highp float;
varying vec3 at;
varying vec3 out_of;
uniform vec4 eye;         // xyz, and 1 for a lens with perspective or 0 without
uniform vec4 look;        // unit vector into the picture
uniform vec4 key;         // unit vector to the key light, and how strong the rim is
uniform vec4 color;       // linear, and opacity
uniform vec4 rim;         // linear, and how much the part glows by itself
void main() {
    vec3 n = normalize(out_of);
    vec3 to_eye = normalize(mix(-look.xyz, eye.xyz - at, eye.w));
    // The key light wraps around a little, as from a large window.
    float lit = max((dot(n, key.xyz) + 0.25) / 1.25, 0.0);
    float sky = 0.5 + 0.5 * n.y;
    float light = 0.18 + 0.23 * sky + 0.82 * lit;
    float grazing = 1.0 - max(dot(n, to_eye), 0.0);
    float round = grazing * grazing * grazing;
    vec3 shaded = color.rgb * mix(light, 1.05, rim.w);
    shaded = mix(shaded, rim.rgb, key.w * round * (0.35 + 0.65 * sky));
    gl_FragColor = vec4(sqrt(shaded), color.a);
}
