/** The chunk for GLB previews: three.js. */
import { AnimationMixer, Box3, NoToneMapping, Scene, Vector3, WebGLRenderer } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { fill, frameOf, threeQuarter } from './frame.js';
import { present } from './stage.js';
import { Studio } from './studio.js';

/**
 * @param {HTMLElement} element
 * @param {string} preview its address
 * @param {(error: Error) => void} fail
 */
export function show(element, preview, fail) {
  return present(element, preview, fail, makeView);
}

/** @type {import('./stage.js').MakeView} */
async function makeView(canvas, bytes, camera) {
  const { scene: model, animations, parser } = await new GLTFLoader().parseAsync(bytes, '');
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  renderer.toneMapping = NoToneMapping;
  const box = settle(model);
  const corners = cornersOf(model);
  const eye = threeQuarter(box.getSize(new Vector3()));
  const frame = frameOf(eye, corners);
  const studio = new Studio(renderer, model, box, corners, eye);
  const scene = new Scene();
  scene.add(model, studio.backdrop());
  const mixer = new AnimationMixer(model);
  const materials = materialsOf(model, renderer.capabilities.getMaxAnisotropy());
  for (const material of materials) {
    if (material.isMeshStandardMaterial) {
      studio.light(material);
    }
  }

  return {
    extent: box.getSize(new Vector3()).multiplyScalar(0.5),
    eye,
    fill: (width, height) => fill(camera, frame, width, height),
    resize(width, height, ratio) {
      renderer.setPixelRatio(ratio);
      renderer.setSize(width, height, false);
    },
    draw: () => renderer.render(scene, camera),
    waiting: () => false,
    clips: animations.map((_, i) => parser.json.animations[i].name || `Clip ${i + 1}`),
    choose(number) {
      mixer.stopAllAction();
      mixer.clipAction(animations[number]).play();
    },
    advance(seconds) {
      mixer.update(seconds);
      model.updateMatrixWorld(true);
      studio.follow();
    },
    wireframe(on) {
      for (const material of materials) {
        material.wireframe = on;
      }
    },
    dispose: () => renderer.dispose(),
  };
}

/** Puts the middle of a model at the origin, makes the diagonal of its box 1, and answers the box. */
function settle(model) {
  model.updateMatrixWorld(true); // bones come behind what they hold
  const box = new Box3().setFromObject(model, true); // by its vertices, not by what the file says of them
  const diagonal = box.getSize(new Vector3()).length();
  if (box.isEmpty() || !(diagonal > 0)) {
    throw new Error('the preview shows nothing');
  }
  model.scale.multiplyScalar(1 / diagonal);
  model.position.sub(box.getCenter(new Vector3())).multiplyScalar(1 / diagonal);
  model.updateMatrixWorld(true);
  return new Box3().setFromObject(model, true);
}

/** All vertices of a model where they are. */
function cornersOf(model) {
  const corners = [];
  model.traverse((node) => {
    const at = node.geometry?.attributes.position;
    for (let i = 0; i < (at?.count ?? 0); i++) {
      corners.push(new Vector3().fromBufferAttribute(at, i).applyMatrix4(node.matrixWorld));
    }
  });
  return corners;
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
