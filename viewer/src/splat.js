/** The chunk for gaussian splats: gsplat. */
import { Loader, Scene, WebGLRenderer } from 'gsplat';
import { Matrix4 } from 'three';
import { Cloud } from './cloud.js';
import { Floor } from './floor.js';
import { fill, frameOf, ofSplats } from './frame.js';
import { along } from './paper.js';
import scenery from './scenery.json';
import { present } from './stage.js';

/**
 * @param {HTMLElement} element
 * @param {string} preview its address
 * @param {(error: Error) => void} fail
 */
export function show(element, preview, fail) {
  return present(element, preview, fail, makeView);
}

/** @type {import('./stage.js').MakeView} */
async function makeView(canvas, bytes, camera, redraw) {
  const cloud = new Cloud(bytes);
  const from = ofSplats();
  const frame = frameOfSplats(from, cloud);
  const renderer = new WebGLRenderer(canvas, []);
  const floor = new Floor(renderer.gl, cloud.shadow(along(from, scenery.light.key_from)), cloud.box.min.y);
  const scene = new Scene();
  const eye = new Eye();
  Loader.LoadFromArrayBuffer(cloud.file(), scene);
  const program = renderer.renderProgram;

  return {
    extent: cloud.box.max.clone(),
    eye: from,
    fill: (width, height) => fill(camera, frame, width, height),
    resize(width, height, ratio) {
      renderer.setSize(Math.round(width * ratio), Math.round(height * ratio));
    },
    draw() {
      const starting = program.worker === null;
      eye.follow(camera, cloud.place, canvas);
      if (!starting) {
        setFocal(renderer, eye);
      }
      renderer.render(scene, eye);
      floor.draw(camera);
      if (starting) {
        // Splats are sorted in a worker, which answers after the frame it was asked in.
        program.worker.addEventListener('message', redraw);
      }
    },
    waiting: () => program.depthIndex.length === 0,
    dispose: () => renderer.dispose(),
  };
}

/** What splats take of the view: one and a half of their deviations around each that the box holds. */
function frameOfSplats(eye, cloud) {
  const reach = (i) => Math.min((1.5 / scenery.camera.distance) * cloud.wide(cloud.held[i]), 0.1);
  return frameOf(eye, cloud.held.map((i) => cloud.at(i)), reach);
}

/** gsplat's cameras have their middle in that of the picture, and pictures don't: this is in place of one. */
class Eye {
  data = {
    fx: 1,
    fy: 1,
    projectionMatrix: { buffer: new Matrix4().elements },
    viewMatrix: { buffer: new Matrix4().elements },
    viewProj: { buffer: new Matrix4().elements },
    setSize() {},
  };

  update() {}

  /**
   * Puts it where the stage's camera is. Its y is down and it looks along z, as what is
   * in the files: they are ours after half a turn about x.
   */
  follow(camera, place, { width, height }) {
    const turn = new Matrix4().makeScale(1, -1, -1);
    const view = camera.matrixWorldInverse.clone().multiply(place);
    this.data.viewProj.buffer = camera.projectionMatrix.clone().multiply(view).elements;
    this.data.viewMatrix.buffer = turn.clone().multiply(view).elements;
    this.data.projectionMatrix.buffer = camera.projectionMatrix.clone().multiply(turn).elements;
    this.data.fx = (camera.projectionMatrix.elements[0] * width) / 2;
    this.data.fy = (camera.projectionMatrix.elements[5] * height) / 2;
  }
}

/** Gives the shader the focal length, which changes with the size: gsplat gives it once. */
function setFocal({ gl, renderProgram }, eye) {
  gl.useProgram(renderProgram.program);
  gl.uniform2f(gl.getUniformLocation(renderProgram.program, 'focal'), eye.data.fx, eye.data.fy);
}
