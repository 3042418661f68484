#version 100
// As in the pass that draws only depth.
invariant gl_Position;
attribute vec3 position;
attribute vec3 normal;
uniform mat4 clip_from_world;
uniform mat4 world_from_model;
varying vec3 at;
varying vec3 out_of;
void main() {
    vec4 world = world_from_model * vec4(position, 1.0);
    gl_Position = clip_from_world * world;
    at = world.xyz;
    out_of = (world_from_model * vec4(normal, 0.0)).xyz;
}
