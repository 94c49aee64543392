import { MathUtils, Vector3 } from 'three';
import scenery from './scenery.json';
import { grow } from './paper.js';

const mix = (a, b, t) => a + (b - a) * t;

/**
 * From where a picture of a model is taken: towards its eye.
 * @param {Vector3} size of its box
 */
export function threeQuarter(size) {
  const c = scenery.camera;
  let { around, above } = c;
  if (size.z > c.deep * size.x) {
    around = c.around_deep;
  } else if (size.x > c.wide * size.z) {
    around = c.around_wide;
  }
  const flat = size.y / Math.max(size.x, size.z);
  if (flat < c.flat) {
    above = mix(c.above_flat, c.above, flat / c.flat);
  }
  return eyeAt({ around, above });
}

/** From where a picture of splats is taken. */
export const ofSplats = () => eyeAt(scenery.camera.splats);

function eyeAt({ around, above }) {
  return new Vector3().setFromSphericalCoords(
    scenery.camera.distance, Math.PI / 2 - MathUtils.degToRad(above), MathUtils.degToRad(around),
  );
}

/**
 * What a model takes of the view of an eye that looks at the origin.
 * @param {Vector3} eye
 * @param {Vector3[]} corners
 * @param {(i: number) => number=} reach how much farther what is at a corner is seen, where it is 1 away
 */
export function frameOf(eye, corners, reach = () => 0) {
  const back = eye.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(back).normalize();
  const up = new Vector3().crossVectors(back, right);
  const frame = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  const d = new Vector3();
  corners.forEach((corner, i) => {
    d.subVectors(corner, eye);
    const depth = -d.dot(back);
    const [x, y, r] = [d.dot(right) / depth, d.dot(up) / depth, reach(i)];
    grow(frame, x - r, y - r);
    grow(frame, x + r, y + r);
  });
  return frame;
}

/**
 * Has a camera see a frame as a picture does: as large as its margins allow.
 * @param {import('three').PerspectiveCamera} camera
 */
export function fill(camera, frame, width, height) {
  const { x, top, bottom } = scenery.camera.margins;
  const [side, above, below] = [(width * x) / 100, (height * top) / 100, (height * bottom) / 100];
  const zoom = Math.min(
    (width - 2 * side) / Math.max(frame.right - frame.left, 1e-6),
    (height - above - below) / Math.max(frame.top - frame.bottom, 1e-6),
  );
  const middleX = width / 2 - (zoom * (frame.left + frame.right)) / 2;
  const middleY = (above + height - below) / 2 + (zoom * (frame.bottom + frame.top)) / 2;
  camera.aspect = width / height;
  camera.fov = MathUtils.radToDeg(2 * Math.atan(height / 2 / zoom));
  camera.setViewOffset(width, height, width / 2 - middleX, height / 2 - middleY, width, height);
}
