/**
 * What meshes and splats share: the canvas over the poster, the camera and its
 * controls, the buttons, and a clock that ticks only while something moves.
 */
import { PerspectiveCamera, Vector3 } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { bindKeys } from './keys.js';
import { toolbar } from './toolbar.js';
import { say } from './words.js';

/**
 * Draws one model with the stage's camera.
 * @typedef {object} View
 * @property {Vector3} extent half the sides of the box around the model
 * @property {Vector3} eye from where it is seen first
 * @property {(width: number, height: number) => void} fill has the stage's camera see it in a picture of that size
 * @property {(width: number, height: number, ratio: number) => void} resize in CSS pixels, and device pixels for each
 * @property {() => void} draw
 * @property {() => boolean} waiting whether the picture is not yet what it will be
 * @property {((on: boolean) => void)=} wireframe
 * @property {string[]=} clips by their names
 * @property {((number: number) => void)=} choose begins a clip
 * @property {((seconds: number) => void)=} advance moves the model as far as its clip does in a time
 * @property {() => void} dispose
 */

/**
 * @callback MakeView
 * @param {HTMLCanvasElement} canvas
 * @param {ArrayBuffer} bytes the preview
 * @param {PerspectiveCamera} camera
 * @param {() => void} redraw asks for a frame
 * @returns {Promise<View>}
 */

const longestStep = 0.1; // seconds of a clip between two pictures: a page that was hidden goes on where it was
const patience = 60_000; // milliseconds until a view without a picture counts as failed

class Stage {
  /**
   * @param {HTMLElement} element
   * @param {(error: Error) => void} fail
   */
  constructor(element, fail) {
    this.element = element;
    this.fail = fail;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'viewer-canvas';
    this.canvas.tabIndex = 0;
    this.canvas.role = 'img';
    this.canvas.ariaLabel = say(element, 'keys');
    element.append(this.canvas);

    this.still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.camera = new PerspectiveCamera();
    this.frame = 0;
    this.redraw = () => {
      this.frame ||= requestAnimationFrame(() => this.tick());
    };
    this.canvas.addEventListener('webglcontextlost', () => this.close(new Error('the graphics context was lost')));
  }

  /** @param {View} view */
  async start(view) {
    this.view = view;
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = !this.still;
    this.controls.dampingFactor = 0.12;
    this.controls.addEventListener('change', this.redraw);
    this.leaveScrolling();
    this.frameModel();
    bindKeys(this.canvas, this);
    this.bar = toolbar(this);
    this.resizes = new ResizeObserver(() => this.resize());
    this.resizes.observe(this.canvas);
    this.resize();
    await this.firstPicture();
    this.element.append(this.bar);
    if (!this.still) {
      this.bar.play?.();
    }
  }

  /** Has the clip that was chosen go on, or stand. @param {boolean} on */
  play(on) {
    this.before = on ? performance.now() : undefined;
    this.redraw();
  }

  /** Moves the model as far as it moved since the last picture. */
  move() {
    if (this.before === undefined) {
      return;
    }
    const now = performance.now();
    this.view.advance(Math.min((now - this.before) / 1000, longestStep));
    this.before = now;
    this.redraw();
  }

  /**
   * The page scrolls past a view that nobody has touched: the wheel zooms only
   * while the canvas has the focus, and a finger that moves up or down scrolls,
   * unless the view fills the screen.
   */
  leaveScrolling() {
    const { canvas, controls } = this;
    const touch = () => {
      canvas.style.touchAction = document.fullscreenElement === this.element ? 'none' : 'pan-y';
    };
    controls.enableZoom = false;
    canvas.addEventListener('focus', () => (controls.enableZoom = true));
    canvas.addEventListener('blur', () => (controls.enableZoom = false));
    canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
    this.element.addEventListener('fullscreenchange', touch);
    touch();
  }

  /** Puts the camera where a picture from three quarters fills the frame. */
  frameModel() {
    const size = this.view.extent.length();
    this.camera.near = size / 200;
    this.camera.far = size * 40;
    this.camera.position.copy(this.view.eye);
    this.controls.minDistance = size / 4;
    this.controls.maxDistance = this.camera.position.length() * 3;
    this.controls.update();
    this.controls.saveState();
  }

  reset() {
    // What is left of a damped turn would move the camera after it was put back.
    this.controls.enableDamping = false;
    this.controls.update();
    this.controls.reset();
    this.controls.enableDamping = !this.still;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) {
      return;
    }
    this.view.fill(width, height);
    this.view.resize(width, height, Math.min(devicePixelRatio, 2));
    this.draw(); // at once: the canvas is empty after its size was set
  }

  tick() {
    this.frame = 0;
    if (this.closed) {
      return;
    }
    this.controls.update(); // asks for the next frame while it moves the camera
    this.move();
    this.draw();
  }

  draw() {
    this.camera.updateMatrixWorld();
    this.view.draw();
    if (this.view.waiting()) {
      this.redraw();
    } else {
      this.drawn?.();
    }
  }

  /** Waits for a picture that is what it should be. */
  firstPicture() {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error('no picture in time')), patience);
      this.drawn = () => {
        clearTimeout(late);
        this.drawn = undefined;
        resolve();
      };
      this.redraw();
    });
  }

  /** Takes the view away, so that the poster is seen again. @param {Error=} error */
  close(error) {
    if (this.closed) {
      return;
    }
    this.closed = true;
    cancelAnimationFrame(this.frame);
    this.resizes?.disconnect();
    this.controls?.dispose();
    this.view?.dispose();
    this.canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext(); // there are only so many
    this.bar?.remove();
    this.canvas.remove();
    if (error) {
      this.fail(error);
    }
  }
}

/**
 * Fetches a preview and shows it in an element.
 * @param {HTMLElement} element
 * @param {string} preview its address
 * @param {(error: Error) => void} fail hears of what goes wrong later
 * @param {MakeView} makeView
 * @returns {Promise<Stage>}
 */
export async function present(element, preview, fail, makeView) {
  const bytes = await download(preview);
  const stage = new Stage(element, fail);
  try {
    await stage.start(await makeView(stage.canvas, bytes, stage.camera, stage.redraw));
  } catch (error) {
    stage.close();
    throw error;
  }
  return stage;
}

/**
 * Says who asks on the page's own origin: authors and moderators see what others don't.
 *
 * @param {string} address of a preview, which may stand on another origin
 */
async function download(address) {
  const answer = await fetch(address, { mode: 'cors', credentials: 'same-origin' });
  if (!answer.ok) {
    throw new Error(`the preview was answered with ${answer.status}`);
  }
  return answer.arrayBuffer();
}
