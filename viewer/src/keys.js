const turn = Math.PI / 16;
const closer = 0.9;

/**
 * Arrows turn the model the way a drag would, plus and minus zoom, Home resets.
 * @param {HTMLCanvasElement} canvas
 * @param {{controls: import('three/addons/controls/OrbitControls.js').OrbitControls, reset: () => void}} stage
 */
export function bindKeys(canvas, stage) {
  const { controls } = stage;
  const actions = {
    ArrowLeft: () => controls.rotateLeft(-turn),
    ArrowRight: () => controls.rotateLeft(turn),
    ArrowUp: () => controls.rotateUp(-turn),
    ArrowDown: () => controls.rotateUp(turn),
    '+': () => controls.dollyIn(closer),
    '=': () => controls.dollyIn(closer),
    '-': () => controls.dollyOut(closer),
    _: () => controls.dollyOut(closer),
    Home: () => stage.reset(),
  };
  canvas.addEventListener('keydown', (event) => {
    const action = actions[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    event.preventDefault();
    action();
  });
}
