#version 100
precision highp float;
varying vec3 at;
varying vec2 grid_at;
varying vec3 out_of;
varying vec4 edges;
uniform vec4 eye;         // as on tops
uniform vec4 look;
uniform vec4 light;
uniform vec4 target;
uniform vec4 screen;
uniform vec3 side;
uniform vec3 edge;
uniform vec3 room_top;
uniform vec3 room_bottom;

void main() {
    vec3 from_eye = mix(look.xyz, at - eye.xyz, eye.w);
    float away = length(from_eye);
    float down = from_eye.y / away;
    float tall = look.w * away / max(sqrt(1.0 - down * down), 0.2);
    vec3 color = side * (0.95 + 0.5 * dot(out_of.xz, light.xz));
    // Darker further down: of two walls in one plane, the one whose top is nearer is lighter.
    color *= 1.0 - 0.4 * clamp(edges.x * 1.6, 0.0, 1.0);
    // A line along the upper edge, a little more than a pixel wide.
    color = mix(color, edge, clamp(1.4 - edges.x / tall, 0.0, 1.0));

    vec3 room = mix(room_bottom, room_top, (gl_FragCoord.y - screen.x) / screen.y);
    vec2 apart = at.xz - target.xz;
    float far = clamp((dot(apart, apart) - target.w) / (screen.z - target.w), 0.0, 1.0);
    gl_FragColor = vec4(mix(sqrt(color), room, far * (2.0 - far)), 1.0);
}
