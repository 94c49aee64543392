import { say } from './words.js';

/**
 * The buttons of a stage: Play and a list of clips where there are any, Reset, Wireframe
 * where there is one, Fullscreen where the browser allows it.
 * @param {{element: HTMLElement, view: import('./stage.js').View, reset: () => void, redraw: () => void, play: (on: boolean) => void}} stage
 * @returns {HTMLElement & {play?: () => void}} play is a press on its button
 */
export function toolbar(stage) {
  const { element } = stage;
  const bar = document.createElement('div');
  bar.className = 'viewer-bar';
  bar.role = 'group';
  bar.ariaLabel = say(element, 'view');
  if (stage.view.clips?.length > 0) {
    addClips(bar, stage);
  }
  bar.append(button(say(element, 'reset'), () => stage.reset()));
  if (stage.view.wireframe) {
    const wires = button(say(element, 'wireframe'), () => {
      const on = wires.ariaPressed !== 'true';
      wires.ariaPressed = String(on);
      stage.view.wireframe(on);
      stage.redraw();
    });
    wires.ariaPressed = 'false';
    bar.append(wires);
  }
  if (document.fullscreenEnabled) {
    bar.append(fullscreen(element));
  }
  return bar;
}

/** Adds what plays the clips, of which the first is begun by the first press. */
function addClips(bar, stage) {
  const { element, view: { clips } } = stage;
  let [begun, playing] = [-1, false];
  const begin = (number, on) => {
    if (begun !== number) {
      begun = number;
      stage.view.choose(number);
    }
    playing = on;
    toggle.textContent = say(element, playing ? 'pause' : 'play');
    stage.play(playing);
  };
  const list = document.createElement('select');
  list.ariaLabel = say(element, 'clip');
  for (const name of clips) {
    list.add(new Option(name));
  }
  list.selectedIndex = 0;
  list.addEventListener('change', () => begin(list.selectedIndex, true));
  const toggle = button(say(element, 'play'), () => begin(list.selectedIndex, !playing));
  bar.play = () => begin(0, true);
  bar.append(toggle);
  if (clips.length > 1) {
    bar.append(list);
  }
}

/** @param {HTMLElement} element */
function fullscreen(element) {
  const full = () => document.fullscreenElement === element;
  const toggle = button(say(element, 'fullscreen'), () => (full() ? document.exitFullscreen() : element.requestFullscreen()));
  element.addEventListener('fullscreenchange', () => {
    toggle.textContent = say(element, full() ? 'leave' : 'fullscreen');
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
