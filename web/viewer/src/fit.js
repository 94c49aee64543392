import { MathUtils, Vector3 } from 'three';
import scenery from './scenery.json';

const azimuth = MathUtils.degToRad(scenery.camera.splats.around);
const elevation = MathUtils.degToRad(scenery.camera.splats.above);
const margin = 1.28; // room for the buttons below

/**
 * The nearest place for a camera that looks at the origin from three quarters
 * and sees the whole of a box there.
 * @param {Vector3} extent half the sides of the box
 * @param {import('three').PerspectiveCamera} camera
 * @returns {Vector3}
 */
export function fit(extent, camera) {
  const towards = new Vector3().setFromSphericalCoords(1, Math.PI / 2 - elevation, azimuth);
  const right = new Vector3(0, 1, 0).cross(towards).normalize();
  const up = new Vector3().crossVectors(towards, right);
  const tangent = Math.tan(MathUtils.degToRad(camera.fov) / 2);
  let distance = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point = new Vector3(corner & 1 ? 1 : -1, corner & 2 ? 1 : -1, corner & 4 ? 1 : -1).multiply(extent);
    const across = Math.abs(point.dot(right)) / camera.aspect;
    const upwards = Math.abs(point.dot(up));
    distance = Math.max(distance, point.dot(towards) + Math.max(across, upwards) * margin / tangent);
  }
  return towards.multiplyScalar(distance);
}

/**
 * The vertical field of view, in degrees, that shows at another aspect all that
 * was seen at the first one.
 * @param {number} field
 * @param {number} first
 * @param {number} aspect
 */
export function fieldFor(field, first, aspect) {
  const tangent = Math.tan(MathUtils.degToRad(field) / 2) * Math.max(1, first / aspect);
  return MathUtils.radToDeg(2 * Math.atan(tangent));
}
