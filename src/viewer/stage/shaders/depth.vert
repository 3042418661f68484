#version 100
// To the bit what the shaders find that colour the same triangles.
invariant gl_Position;
attribute vec3 position;
uniform mat4 clip_from_world;
uniform mat4 world_from_model;
void main() {
    vec4 world = world_from_model * vec4(position, 1.0);
    gl_Position = clip_from_world * world;
}
