#version 100
// As in the pass that draws only depth.
invariant gl_Position;
attribute vec3 position;
attribute vec3 normal;
attribute vec4 to_edges;
uniform mat4 clip_from_world;
uniform mat4 world_from_model;
varying vec3 at;
varying vec2 grid_at;
varying vec3 out_of;
varying vec4 edges;
void main() {
    vec4 world = world_from_model * vec4(position, 1.0);
    gl_Position = clip_from_world * world;
    at = world.xyz;
    grid_at = position.xz;
    out_of = (world_from_model * vec4(normal, 0.0)).xyz;
    edges = to_edges;
}
