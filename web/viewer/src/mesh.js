/** The chunk for GLB previews: three.js. */
import {
  Box3, DirectionalLight, NeutralToneMapping, PMREMGenerator, Scene, Vector3, WebGLRenderer,
} from 'three';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { present } from './stage.js';

/**
 * @param {HTMLElement} element
 * @param {(error: Error) => void} fail
 */
export function show(element, fail) {
  return present(element, fail, makeView);
}

/** @type {import('./stage.js').MakeView} */
async function makeView(canvas, bytes, camera) {
  const model = (await new GLTFLoader().parseAsync(bytes, '')).scene;
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true });
  renderer.toneMapping = NeutralToneMapping;
  const scene = light(renderer, camera);
  scene.add(model);
  const extent = centre(model);
  const materials = materialsOf(model, renderer.capabilities.getMaxAnisotropy());

  return {
    extent,
    resize(width, height, ratio) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    },
    draw: () => renderer.render(scene, camera),
    waiting: () => false,
    wireframe(on) {
      for (const material of materials) {
        material.wireframe = on;
      }
    },
    dispose: () => renderer.dispose(),
  };
}

/**
 * A scene in a softly lit room, with one lamp that goes with the camera so that
 * no side of the model is ever flat.
 */
function light(renderer, camera) {
  const scene = new Scene();
  const pmrem = new PMREMGenerator(renderer);
  const room = new RoomEnvironment();
  scene.environment = pmrem.fromScene(room, 0.04).texture;
  scene.environmentIntensity = 0.5;
  room.dispose();
  pmrem.dispose();
  const lamp = new DirectionalLight(0xffffff, 1.6);
  lamp.position.set(-0.6, 1, 0.8);
  camera.add(lamp, lamp.target);
  scene.add(camera);
  return scene;
}

/** Puts the middle of a model at the origin and answers half its sides. */
function centre(model) {
  const box = new Box3().setFromObject(model, true); // by its vertices, not by what the file says of them
  if (box.isEmpty()) {
    throw new Error('the preview shows nothing');
  }
  model.position.sub(box.getCenter(new Vector3()));
  return box.getSize(new Vector3()).multiplyScalar(0.5);
}

/** Readies what a model is made of, and answers its materials. */
function materialsOf(model, anisotropy) {
  const materials = new Set();
  model.traverse((node) => {
    node.frustumCulled = false; // the one model is what everybody looks at
    for (const material of [node.material ?? []].flat()) {
      materials.add(material);
      if (material.map) {
        material.map.anisotropy = Math.min(8, anisotropy);
      }
    }
  });
  return materials;
}
