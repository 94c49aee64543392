/** Draws the paper below splats, with what they throw on it, in the context that gsplat draws in. */
import { Matrix4 } from 'three';
import { depthSize, paper, planSize } from './paper.js';

const vertices = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(at, 1.0, 1.0);
}`;

const fragments = `#version 300 es
precision highp float;
uniform vec3 eye;
${paper}
in vec2 at;
out vec4 color;
void main() {
  vec3 c = paperAt(at, eye);
  color = vec4(mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c)), 1.0);
}`;

export class Floor {
  /**
   * @param {WebGL2RenderingContext} gl
   * @param {{soft: Float32Array, dark: Float32Array, toDepth: Matrix4, toPlan: Matrix4}} shadow
   * @param {number} ground its height
   */
  constructor(gl, shadow, ground) {
    this.gl = gl;
    this.program = programOf(gl);
    this.vertices = gl.createVertexArray(); // without any: gsplat's stay where they are
    this.toWorld = new Matrix4();
    gl.useProgram(this.program);
    gl.uniform1i(this.uniform('shadowed'), 1);
    gl.uniform1f(this.uniform('ground'), ground);
    gl.uniformMatrix4fv(this.uniform('toDepth'), false, shadow.toDepth.elements);
    gl.uniformMatrix4fv(this.uniform('toPlan'), false, shadow.toPlan.elements);
    this.field('soft', 5, shadow.soft, depthSize);
    this.field('dark', 6, shadow.dark, planSize);
  }

  uniform(name) {
    return this.gl.getUniformLocation(this.program, name);
  }

  /** Gives the shader a field, on a unit that gsplat leaves alone. */
  field(name, unit, values, size) {
    const { gl } = this;
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, size, size, 0, gl.RED, gl.UNSIGNED_BYTE, Uint8Array.from(values, (v) => Math.round(v * 255)));
    gl.uniform1i(this.uniform(name), unit);
  }

  /**
   * Puts the paper behind what is drawn: gsplat draws the nearest first, and has blending
   * add what is behind.
   * @param {import('three').PerspectiveCamera} camera
   */
  draw(camera) {
    const { gl } = this;
    gl.useProgram(this.program);
    gl.uniform3fv(this.uniform('eye'), camera.position.toArray());
    gl.uniformMatrix4fv(this.uniform('toWorld'), false, this.toWorld.multiplyMatrices(camera.matrixWorld, camera.projectionMatrixInverse).elements);
    gl.bindVertexArray(this.vertices);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.bindVertexArray(null);
  }
}

function programOf(gl) {
  const program = gl.createProgram();
  for (const [kind, source] of [[gl.VERTEX_SHADER, vertices], [gl.FRAGMENT_SHADER, fragments]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`the floor can't be drawn: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}
