#version 100
precision highp float;
varying vec3 at;
varying vec2 grid_at;
varying vec3 out_of;
varying vec4 edges;
uniform vec4 eye;         // xyz, and 1 for a lens with perspective or 0 without
uniform vec4 look;        // unit vector into the picture, and metres per pixel (at one metre with perspective)
uniform vec4 light;       // unit vector to the light, and 1 to draw the grid
uniform vec4 target;      // xyz, and the squared distance at which the ground begins to fade
uniform vec4 screen;      // lower edge and height of the view in pixels, the squared distance at which the ground is gone, unused
uniform vec3 top;
uniform vec3 minor;
uniform vec3 major;
uniform vec3 edge;
uniform vec3 room_top;    // both as they are shown
uniform vec3 room_bottom;

// How much of a pixel a line covers that is `wide` pixels wide and this far away; so many pixels are in a metre.
vec2 covered(vec2 distance, vec2 per_metre, float wide) {
    return clamp(0.5 + 0.5 * wide - distance * per_metre, 0.0, 1.0);
}

// Lines so many times in a metre. Those that crowd fade away before they shimmer: `size` is that of a pixel.
float lines(vec2 size, vec2 per_metre, float often, float wide) {
    vec2 distance = abs(fract(grid_at * often + 0.5) - 0.5) / often;
    vec2 line = covered(distance, per_metre, wide) * clamp(1.6 - 5.0 * often * size, 0.0, 1.0);
    return max(line.x, line.y);
}

void main() {
    vec3 from_eye = mix(look.xyz, at - eye.xyz, eye.w);
    float away = length(from_eye);
    vec3 ray = from_eye / away;
    // A pixel covers an ellipse of the top, longer the flatter one looks.
    float flatness = max(-ray.y, 0.03);
    vec2 along = abs(ray.xz) / max(length(ray.xz), 1e-4);
    vec2 size = look.w * away * max(along.yx, along / flatness);
    vec2 per_metre = 1.0 / size;
    // Level ground has the colour itself; slopes differ more than they would, so that low relief reads.
    float slope = dot(out_of, light.xyz) / light.y - 1.0;
    // What lies higher is a little lighter, so that steps differ also from above.
    vec3 color = top * clamp(1.0 + 1.7 * slope + 0.12 * at.y, 0.4, 1.6);
    color = mix(color, minor, light.w * lines(size, per_metre, 4.0, 1.0));
    color = mix(color, major, light.w * lines(size, per_metre, 1.0, 1.3));
    vec2 rim = covered(min(edges.xz, edges.yw), per_metre, 2.0);
    color = mix(color, edge, max(rim.x, rim.y));

    vec3 room = mix(room_bottom, room_top, (gl_FragCoord.y - screen.x) / screen.y);
    vec2 apart = at.xz - target.xz;
    float far = clamp((dot(apart, apart) - target.w) / (screen.z - target.w), 0.0, 1.0);
    gl_FragColor = vec4(mix(sqrt(color), room, far * (2.0 - far)), 1.0);
}
