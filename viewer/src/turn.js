/** The chunk for turntables: pictures from all sides, which need no 3D graphics. */
import { toolbar } from './toolbar.js';
import { angle, say } from './words.js';

const least = 14; // CSS pixels of a drag from one picture to the next, and on wide views
const stepsAcross = 24; // one of so many parts of its width

/**
 * Shows pictures in an element: one image of data-views pictures, in rows of
 * data-columns, each the next step to the right of the model.
 * @param {HTMLElement} element
 * @param {string} preview the image's address
 * @returns {Promise<Turntable>}
 */
export async function show(element, preview) {
  const sheet = new Image();
  sheet.src = preview;
  await sheet.decode();
  return new Turntable(element, sheet);
}

class Turntable {
  /**
   * @param {HTMLElement} element
   * @param {HTMLImageElement} sheet
   */
  constructor(element, sheet) {
    this.element = element;
    this.sheet = sheet;
    this.views = Number(element.dataset.views);
    this.columns = Number(element.dataset.columns);
    this.width = sheet.naturalWidth / this.columns;
    this.height = sheet.naturalHeight / Math.ceil(this.views / this.columns);
    this.canvas = this.makeCanvas();
    this.listen();
    this.turnTo(0);
    this.bar = toolbar({ element, view: {}, reset: () => this.turnTo(0) });
    element.append(this.canvas, this.bar);
  }

  /** Takes the view away. */
  close() {
    this.bar.remove();
    this.canvas.remove();
  }

  makeCanvas() {
    const canvas = document.createElement('canvas');
    canvas.className = 'viewer-canvas viewer-turntable';
    canvas.width = this.width;
    canvas.height = this.height;
    canvas.tabIndex = 0;
    canvas.role = 'slider';
    canvas.ariaLabel = say(this.element, 'sides');
    canvas.ariaOrientation = 'horizontal';
    canvas.ariaValueMin = '0';
    canvas.ariaValueMax = String(this.views - 1);
    return canvas;
  }

  /** @param {number} place of the picture, which goes on around */
  turnTo(place) {
    this.place = place;
    const view = ((Math.round(place) % this.views) + this.views) % this.views;
    this.canvas.ariaValueNow = String(view);
    this.canvas.ariaValueText = view === 0 ? say(this.element, 'front')
      : say(this.element, 'turned', { angle: angle((view * 360) / this.views) });
    const x = (view % this.columns) * this.width;
    const y = Math.floor(view / this.columns) * this.height;
    const context = this.canvas.getContext('2d');
    context.drawImage(this.sheet, x, y, this.width, this.height, 0, 0, this.width, this.height);
  }

  listen() {
    const { canvas } = this;
    canvas.style.touchAction = 'pan-y';
    canvas.addEventListener('pointerdown', (event) => {
      canvas.focus({ preventScroll: true });
      canvas.setPointerCapture(event.pointerId);
      this.held = { x: event.clientX, place: this.place };
    });
    canvas.addEventListener('pointermove', (event) => {
      if (this.held) {
        const across = (event.clientX - this.held.x) / Math.max(least, canvas.clientWidth / stepsAcross);
        this.turnTo(this.held.place - across); // the near side follows the hand
      }
    });
    for (const end of ['pointerup', 'pointercancel']) {
      canvas.addEventListener(end, () => (this.held = undefined));
    }
    canvas.addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const turn = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -this.views / 4, PageUp: this.views / 4 }[event.key];
    const place = { Home: 0, End: this.views - 1 }[event.key] ?? (turn && Math.round(this.place) + turn);
    if (place === undefined || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    this.turnTo(place);
  }
}
