/**
 * The one script of a page with a viewer. It turns the button beside a poster
 * into a 3D view; what draws is loaded when somebody asks for it.
 *
 *   <div class="viewer" data-preview="ADDRESS" data-kind="glb|splat|turntable">
 *     <img src="…" alt="…"><button type="button">View in 3D</button>
 *     <label class="viewer-pieces" hidden>Piece <select>
 *       <option data-preview="ADDRESS" data-kind="glb|splat|turntable">All</option>…
 *     </select></label>
 *   </div>
 *
 * The label is there where there are several to choose from; the first is that of
 * the element. With turntables the element also has data-views and data-columns, see
 * turn.js; what is said stands in its data-say- attributes, see words.js.
 *
 * data-state on the element is "loading", "ready" or "failed", aria-busy that another
 * piece is on its way; the event viewer:ready follows the first picture of each.
 */

import { say } from './words.js';

/** Put in by build.mjs: the names of the chunks beside this file. */
/* global MESH_CHUNK, SPLAT_CHUNK, TURN_CHUNK */
const chunks = { glb: MESH_CHUNK, splat: SPLAT_CHUNK, turntable: TURN_CHUNK };

for (const element of document.querySelectorAll('.viewer[data-preview]')) {
  prepare(element);
}

/** @param {HTMLElement} element */
function prepare(element) {
  const button = element.querySelector('button');
  const status = document.createElement('p');
  status.className = 'viewer-status';
  status.role = 'status';
  element.append(status);
  button.addEventListener('click', () => open(element, button, status));
}

/**
 * What a chunk makes: a view over the poster that can be taken away.
 * @typedef {{canvas: HTMLCanvasElement, close: () => void}} Shown
 */

/**
 * @param {HTMLElement} element
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} status
 */
async function open(element, button, status) {
  if (element.dataset.state === 'loading') {
    return;
  }
  const pieces = element.querySelector('.viewer-pieces');
  const settle = (state, message) => {
    element.dataset.state = state;
    status.textContent = message;
    if (pieces) {
      pieces.hidden = state !== 'ready';
    }
  };
  const fail = (error) => {
    console.warn('viewer:', error);
    settle('failed', say(element, 'failed'));
  };
  settle('loading', say(element, 'loading'));
  const all = [...(pieces?.querySelectorAll('option') ?? [element])];
  if (all.every((one) => one.dataset.kind !== 'turntable') && !canDraw()) {
    button.hidden = true;
    settle('failed', say(element, 'unable'));
    return;
  }
  try {
    const shown = await load(element, all[0], fail);
    settle('ready', '');
    shown.canvas.focus({ preventScroll: true });
    if (pieces) {
      choose(element, pieces.querySelector('select'), { shown, status, fail });
    }
  } catch (error) {
    fail(error);
  }
}

/**
 * Loads a preview and what draws it.
 * @param {HTMLElement} element
 * @param {HTMLElement} piece whose data names the preview
 * @param {(error: Error) => void} fail hears of what goes wrong later
 * @returns {Promise<Shown>}
 */
async function load(element, piece, fail) {
  const chunk = await import(new URL(chunks[piece.dataset.kind], import.meta.url).href);
  const shown = await chunk.show(element, piece.dataset.preview, fail);
  element.dispatchEvent(new CustomEvent('viewer:ready', { bubbles: true }));
  return shown;
}

/**
 * Has the list show one piece after another. What is seen stays until the next has its
 * first picture; of several that are asked for quickly, the last one counts.
 * @param {HTMLElement} element
 * @param {HTMLSelectElement} list
 * @param {{shown: Shown, status: HTMLElement, fail: (error: Error) => void}} first
 */
function choose(element, list, { shown, status, fail }) {
  list.selectedIndex = 0;
  let [seen, wanted] = [0, 0];
  list.onchange = async () => {
    const number = list.selectedIndex;
    wanted = number;
    element.ariaBusy = 'true';
    status.textContent = say(element, 'next');
    let message = '';
    try {
      const next = await load(element, list.options[number], fail);
      if (wanted !== number) {
        next.close();
        return;
      }
      shown.close();
      [shown, seen] = [next, number];
    } catch (error) {
      console.warn('viewer:', error);
      if (wanted !== number) {
        return;
      }
      message = say(element, 'lost');
      wanted = list.selectedIndex = seen;
    }
    element.ariaBusy = 'false';
    status.textContent = message;
  };
}

/** Says whether the browser has WebGL 2, before anything heavy is fetched. */
function canDraw() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
