/**
 * The buttons of a stage: Play and a list of clips where there are any, Reset, Wireframe
 * where there is one, Fullscreen where the browser allows it.
 * @param {{element: HTMLElement, view: import('./stage.js').View, reset: () => void, redraw: () => void, play: (on: boolean) => void}} stage
 * @returns {HTMLElement & {play?: () => void}} play is a press on its button
 */
export function toolbar(stage) {
  const bar = document.createElement('div');
  bar.className = 'viewer-bar';
  bar.role = 'group';
  bar.ariaLabel = '3D view';
  if (stage.view.clips?.length > 0) {
    addClips(bar, stage);
  }
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

/** Adds what plays the clips, of which the first is begun by the first press. */
function addClips(bar, stage) {
  const { clips } = stage.view;
  let [begun, playing] = [-1, false];
  const begin = (number, on) => {
    if (begun !== number) {
      begun = number;
      stage.view.choose(number);
    }
    playing = on;
    toggle.textContent = playing ? 'Pause' : 'Play';
    stage.play(playing);
  };
  const list = document.createElement('select');
  list.ariaLabel = 'Clip';
  for (const name of clips) {
    list.add(new Option(name));
  }
  list.selectedIndex = 0;
  list.addEventListener('change', () => begin(list.selectedIndex, true));
  const toggle = button('Play', () => begin(list.selectedIndex, !playing));
  bar.play = () => begin(0, true);
  bar.append(toggle);
  if (clips.length > 1) {
    bar.append(list);
  }
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
