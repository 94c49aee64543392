/**
 * The part of three.js that the camera and its controls need. The splat chunk
 * has this in place of the whole: gsplat draws by itself.
 */
export { PerspectiveCamera } from 'three/src/cameras/PerspectiveCamera.js';
export { MOUSE, TOUCH } from 'three/src/constants.js';
export { Controls } from 'three/src/extras/Controls.js';
export { MathUtils } from 'three/src/math/MathUtils.js';
export { Matrix4 } from 'three/src/math/Matrix4.js';
export { Plane } from 'three/src/math/Plane.js';
export { Quaternion } from 'three/src/math/Quaternion.js';
export { Ray } from 'three/src/math/Ray.js';
export { Spherical } from 'three/src/math/Spherical.js';
export { Vector2 } from 'three/src/math/Vector2.js';
export { Vector3 } from 'three/src/math/Vector3.js';
