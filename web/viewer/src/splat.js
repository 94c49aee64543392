/** The chunk for gaussian splats: gsplat. */
import { Camera, Loader, Quaternion, Scene, Vector3 as Point, WebGLRenderer } from 'gsplat';
import { MathUtils, Vector3 } from 'three';
import { present } from './stage.js';

const record = 32; // bytes of one splat: position, scale, colour, rotation

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
  if (bytes.byteLength === 0 || bytes.byteLength % record !== 0) {
    throw new Error('the preview is not a list of splats');
  }
  const renderer = new WebGLRenderer(canvas, []);
  canvas.style.background = ''; // gsplat paints one; the page's backdrop should be seen
  const scene = new Scene();
  const eye = new Camera();
  const extent = extentOf(bytes);
  Loader.LoadFromArrayBuffer(bytes, scene);
  const program = renderer.renderProgram;

  return {
    extent,
    resize(width, height, ratio) {
      renderer.setSize(Math.round(width * ratio), Math.round(height * ratio));
    },
    draw() {
      const starting = program.worker === null;
      follow(eye, camera, canvas.height);
      if (!starting) {
        setFocal(renderer, eye);
      }
      renderer.render(scene, eye);
      if (starting) {
        // Splats are sorted in a worker, which answers after the frame it was asked in.
        program.worker.addEventListener('message', redraw);
      }
    },
    waiting: () => program.depthIndex.length === 0,
    dispose: () => renderer.dispose(),
  };
}

/**
 * Puts gsplat's camera where the stage's camera is. Splats have y down and look
 * along z: their space is ours after half a turn about x, and so is the camera's.
 */
function follow(eye, camera, height) {
  const { position: p, quaternion: q } = camera;
  eye.position = new Point(p.x, -p.y, -p.z);
  eye.rotation = new Quaternion(q.x, -q.y, -q.z, q.w);
  const focal = height / 2 / Math.tan(MathUtils.degToRad(camera.fov) / 2);
  eye.data.fx = focal;
  eye.data.fy = focal;
  eye.data.near = camera.near;
  eye.data.far = camera.far;
}

/** Gives the shader the focal length, which changes with the size: gsplat gives it once. */
function setFocal({ gl, renderProgram }, eye) {
  gl.useProgram(renderProgram.program);
  gl.uniform2f(gl.getUniformLocation(renderProgram.program, 'focal'), eye.data.fx, eye.data.fy);
}

/**
 * Half the sides of the box around the splats, without the few that lie far out.
 * @param {ArrayBuffer} bytes
 */
function extentOf(bytes) {
  const numbers = new Float32Array(bytes);
  const count = bytes.byteLength / record;
  const side = (axis) => {
    const distances = Float32Array.from({ length: count }, (_, i) => Math.abs(numbers[i * (record / 4) + axis])).sort();
    return distances[Math.floor((count - 1) * 0.98)];
  };
  const extent = new Vector3(side(0), side(1), side(2));
  if (!(extent.length() > 0)) {
    throw new Error('the preview shows nothing');
  }
  return extent;
}
