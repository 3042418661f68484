#version 100
void main() {
    gl_FragColor = vec4(0.0);
}
