/**
 * The one script of a page with a viewer. It turns the button beside a poster
 * into a 3D view; what draws is loaded when somebody asks for it.
 *
 *   <div class="viewer" data-preview="ADDRESS" data-kind="glb|splat|turntable">
 *     <img src="…" alt="…"><button type="button">View in 3D</button>
 *   </div>
 *
 * A turntable also has data-views and data-columns, see turn.js.
 *
 * data-state on the element is "loading", "ready" or "failed"; the event
 * viewer:ready follows the first picture.
 */

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
 * @param {HTMLElement} element
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} status
 */
async function open(element, button, status) {
  if (element.dataset.state === 'loading') {
    return;
  }
  const settle = (state, message) => {
    element.dataset.state = state;
    status.textContent = message;
  };
  const fail = (error) => {
    console.warn('viewer:', error);
    settle('failed', 'The 3D view could not be shown. The picture stays.');
  };
  settle('loading', 'Loading the 3D view…');
  if (element.dataset.kind !== 'turntable' && !canDraw()) {
    button.hidden = true;
    settle('failed', 'This browser shows no 3D graphics. The picture stays.');
    return;
  }
  try {
    const chunk = await import(new URL(chunks[element.dataset.kind], import.meta.url).href);
    const canvas = await chunk.show(element, fail);
    settle('ready', '');
    canvas.focus({ preventScroll: true });
    element.dispatchEvent(new CustomEvent('viewer:ready', { bubbles: true }));
  } catch (error) {
    fail(error);
  }
}

/** Says whether the browser has WebGL 2, before anything heavy is fetched. */
function canDraw() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return context !== null;
}
