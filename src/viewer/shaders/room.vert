#version 100
attribute vec2 corner;
varying float height;
void main() {
    gl_Position = vec4(corner, 0.999999, 1.0);
    height = 0.5 + 0.5 * corner.y;
}
