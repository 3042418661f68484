#version 100
attribute vec2 corner;
uniform vec3 room_top;
uniform vec3 room_bottom;
varying vec3 color;
void main() {
    gl_Position = vec4(corner, 0.999999, 1.0);
    color = mix(room_bottom, room_top, 0.5 + 0.5 * corner.y);
}
