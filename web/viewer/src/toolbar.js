/**
 * The buttons of a stage: Reset, Wireframe where there is one, Fullscreen where
 * the browser allows it.
 * @param {{element: HTMLElement, view: import('./stage.js').View, reset: () => void, redraw: () => void}} stage
 * @returns {HTMLElement}
 */
export function toolbar(stage) {
  const bar = document.createElement('div');
  bar.className = 'viewer-bar';
  bar.role = 'group';
  bar.ariaLabel = '3D view';
  bar.append(button('Reset', () => stage.reset()));
  if (stage.view.wireframe) {
    const wires = button('Wireframe', () => {
      const on = wires.ariaPressed !== 'true';
      wires.ariaPressed = String(on);
      stage.view.wireframe(on);
      stage.redraw();
    });
    wires.ariaPressed = 'false';
    bar.append(wires);
  }
  if (document.fullscreenEnabled) {
    bar.append(fullscreen(stage.element));
  }
  return bar;
}

/** @param {HTMLElement} element */
function fullscreen(element) {
  const full = () => document.fullscreenElement === element;
  const toggle = button('Fullscreen', () => (full() ? document.exitFullscreen() : element.requestFullscreen()));
  element.addEventListener('fullscreenchange', () => {
    toggle.textContent = full() ? 'Leave fullscreen' : 'Fullscreen';
  });
  return toggle;
}

/**
 * @param {string} label
 * @param {() => void} action
 */
function button(label, action) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', action);
  return made;
}
