/**
 * The paper behind and below what is shown, and where the lights' shadows fall, as
 * internal/render has them: for meshes and for splats. Lengths are those of a model whose
 * box has a diagonal of 1 around the origin; y is upwards.
 */
import { Matrix4, Vector3 } from 'three';
import scenery from './scenery.json';

export const depthSize = 384;
export const planSize = 160;
const depthMargin = 24;
const up = new Vector3(0, 1, 0);

/** Writes a number as GLSL. */
export const number = (v) => (Number.isInteger(v) ? `${v}.0` : String(v));
export const triple = (v) => `vec3(${v.map(number).join(', ')})`;

/** What all shaders know. */
export const lookups = `
float ramp(float low, float high, float x) {
  float t = clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
uniform mat4 toDepth;
uniform bool shadowed;
`;

/** The light, which is linear, from the paper where at is in the picture: -1 to 1, upwards. */
export const paper = `
${lookups}
uniform mat4 toWorld, toPlan;
uniform sampler2D soft, dark;
uniform float ground;
float fieldAt(sampler2D field, vec2 place, float size) {
  return all(greaterThan(place, vec2(0.5))) && all(lessThan(place, vec2(size - 0.5))) ? texture(field, place / size).r : 0.0;
}
vec3 paperAt(vec2 at, vec3 eye) {
  float t = 0.5 - 0.5 * at.y, dx = 0.5 * at.x, dy = (t - 0.45) * 0.75;
  vec3 c = PAPER * (0.95 - 0.10 * ramp(0.25, 1.0, t) - 0.45 * (dx * dx + dy * dy));
  vec4 far = toWorld * vec4(at, 1.0, 1.0);
  vec3 ray = normalize(far.xyz / far.w - eye);
  float height = eye.y - ground;
  if (shadowed && ray.y < -0.02 && height > 0.0) {
    vec3 place = eye - ray * height / ray.y;
    float kept = 1.0 - fieldAt(soft, (toDepth * vec4(place, 1.0)).xy, ${number(depthSize)});
    float open = 1.0 - fieldAt(dark, (toPlan * vec4(place, 1.0)).xy, ${number(planSize)});
    c *= mix(KEPT_KEY, 1.0, kept) * mix(KEPT_SKY, 1.0, open);
  }
  return c;
}
`
  .replace('PAPER', triple(scenery.backdrop.paper.map(linear)))
  .replace('KEPT_KEY', number(scenery.backdrop.key))
  .replace('KEPT_SKY', number(scenery.backdrop.sky));

/** The light of an sRGB value of 0 to 255. */
function linear(v) {
  return v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4;
}

/** The direction that is so much of the way to the eye, to its right, and up. */
export function along(towards, [b, r, u]) {
  const back = towards.clone().normalize();
  const right = new Vector3().crossVectors(up, back).normalize();
  return back.multiplyScalar(b).addScaledVector(right, r).addScaledVector(up, u).normalize();
}

/**
 * The screen on which the key light sees what is at some corners: its axes, the window
 * that it takes of them, places on it in pixels, and pixels for each length.
 * @param {Vector3} z towards the light
 * @param {Iterable<Vector3>} corners
 */
export function keyScreen(z, corners) {
  const x = new Vector3().crossVectors(up, z).normalize();
  const y = new Vector3().crossVectors(z, x);
  const f = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const corner of corners) {
    grow(f, corner.dot(x), corner.dot(y));
  }
  const zoom = (depthSize - 2 * depthMargin) / Math.max(f.right - f.left, f.top - f.bottom, 1e-6);
  const left = f.left - depthMargin / zoom;
  const bottom = f.bottom - depthMargin / zoom;
  const places = new Matrix4().set(
    x.x * zoom, x.y * zoom, x.z * zoom, -left * zoom,
    y.x * zoom, y.y * zoom, y.z * zoom, -bottom * zoom,
    z.x, z.y, z.z, 2,
    0, 0, 0, 1,
  );
  return { axes: [x, y, z], window: { left, bottom, width: depthSize / zoom }, places, zoom };
}

/**
 * The plan of the ground, seen from below: likewise, with the height for a third.
 * @param {{min: Vector3, max: Vector3}} box
 */
export function planScreen({ min, max }) {
  const zoom = planSize / 2 / Math.max(max.x - min.x, max.z - min.z, 0.2);
  const [x, z] = [(min.x + max.x) / 2, (min.z + max.z) / 2];
  const half = planSize / 2 / zoom;
  const places = new Matrix4().set(
    zoom, 0, 0, planSize / 2 - x * zoom,
    0, 0, zoom, planSize / 2 - z * zoom,
    0, 1, 0, -min.y,
    0, 0, 0, 1,
  );
  const axes = [new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0)];
  return { axes, window: { left: x - half, bottom: z - half, width: 2 * half }, places, zoom };
}

/** How much of the key light the ground loses, of what that light sees: 1 where there is anything. */
export function softened(seen) {
  blur(seen, depthSize, 5);
  return seen;
}

/** How much of the sky the ground loses, of how near things are to it. */
export function darkened(near) {
  const wide = near.slice();
  blur(near, planSize, 3);
  blur(wide, planSize, 9);
  return near.map((v, i) => (v + wide[i]) / 2);
}

/** Takes a place into a frame. */
export function grow(frame, x, y) {
  frame.left = Math.min(frame.left, x);
  frame.right = Math.max(frame.right, x);
  frame.bottom = Math.min(frame.bottom, y);
  frame.top = Math.max(frame.top, y);
}

/** Averages three times over 2 × radius + 1 places in each direction. */
function blur(values, size, radius) {
  const line = new Float32Array(size);
  for (let time = 0; time < 3; time++) {
    for (const [first, step] of [[size, 1], [1, size]]) {
      for (let i = 0; i < size; i++) {
        blurLine(values, i * first, step, line, radius);
      }
    }
  }
}

function blurLine(values, first, step, line, radius) {
  for (let i = 0; i < line.length; i++) {
    line[i] = values[first + i * step];
  }
  let sum = 0;
  for (let i = 0; i < radius; i++) {
    sum += line[i];
  }
  for (let i = 0; i < line.length; i++) {
    sum += (line[i + radius] ?? 0) - (line[i - radius - 1] ?? 0);
    values[first + i * step] = sum / (2 * radius + 1);
  }
}
