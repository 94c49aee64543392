/**
 * Splats as internal/render takes them: most of them in a box with a diagonal of 1 around
 * the origin, y upwards; what is far outside or hardly seen is left out.
 */
import { Matrix4, Vector3 } from 'three';
import { darkened, depthSize, keyScreen, planScreen, planSize, softened } from './paper.js';

const record = 32; // bytes of one splat: position, scale, colour, rotation
const bins = 1024;
const outside = 0.004; // so many at each side of the box
const beyond = 0.35; // how far out splats are drawn
const leastSeen = 8; // of 255
const leastShading = 100;

export class Cloud {
  /** @param {ArrayBuffer} bytes a .splat file, whose y is downwards and z away from us */
  constructor(bytes) {
    const count = bytes.byteLength / record;
    if (!Number.isInteger(count)) {
      throw new Error('the preview is not a list of splats');
    }
    this.all = new Uint8Array(bytes);
    this.numbers = new Float32Array(bytes);
    const seen = Array.from({ length: count }, (_, i) => i).filter((i) => this.opacity(i) >= leastSeen);
    this.settle(boundsOf(seen.map((i) => this.inFile(i))));
    this.kept = seen.filter((i) => this.away(i) < beyond);
    this.held = this.kept.filter((i) => this.away(i) < 1e-9);
  }

  /** Finds where the file's splats are in the studio. */
  settle({ min, max }) {
    const diagonal = min.distanceTo(max);
    if (!(diagonal > 0)) {
      throw new Error('the preview shows nothing');
    }
    this.zoom = 1 / diagonal;
    const middle = min.clone().add(max).multiplyScalar(this.zoom / 2);
    this.box = { min: min.multiplyScalar(this.zoom).sub(middle), max: max.multiplyScalar(this.zoom).sub(middle) };
    this.place = new Matrix4().set(
      this.zoom, 0, 0, -middle.x,
      0, -this.zoom, 0, -middle.y,
      0, 0, -this.zoom, -middle.z,
      0, 0, 0, 1,
    );
  }

  opacity(i) {
    return this.all[i * record + 27];
  }

  /** Where a splat is, before it has its place. */
  inFile(i) {
    const at = (i * record) / 4;
    return new Vector3(this.numbers[at], -this.numbers[at + 1], -this.numbers[at + 2]);
  }

  at(i) {
    const at = (i * record) / 4;
    return new Vector3().fromArray(this.numbers, at).applyMatrix4(this.place);
  }

  /** The largest deviation of a splat. */
  wide(i) {
    const at = (i * record) / 4 + 3;
    return this.zoom * Math.max(this.numbers[at], this.numbers[at + 1], this.numbers[at + 2]);
  }

  /** How far a splat is out of the box, along the axis where it is farthest. */
  away(i) {
    const at = this.at(i);
    const inside = at.clone().clamp(this.box.min, this.box.max);
    at.sub(inside);
    return Math.max(Math.abs(at.x), Math.abs(at.y), Math.abs(at.z));
  }

  /** The file without what is left out. */
  file() {
    const file = new Uint8Array(this.kept.length * record);
    this.kept.forEach((i, n) => file.set(this.all.subarray(i * record, (i + 1) * record), n * record));
    return file.buffer;
  }

  /**
   * What is thrown on the ground by what is seen well: the fields, and the places on them.
   * @param {Vector3} toKey towards the light
   */
  shadow(toKey) {
    const solid = this.held.filter((i) => this.opacity(i) > leastShading);
    const places = solid.map((i) => this.at(i));
    const [key, plan] = [keyScreen(toKey, places), planScreen(this.box)];
    const [soft, near] = [new Float32Array(depthSize ** 2), new Float32Array(planSize ** 2)];
    places.forEach((at, n) => {
      const wide = this.wide(solid[n]);
      const height = at.y - this.box.min.y;
      disc(soft, depthSize, at.clone().applyMatrix4(key.places), wide * key.zoom, 1);
      disc(near, planSize, at.clone().applyMatrix4(plan.places), wide * plan.zoom, Math.min(1, Math.max(0, 1 - 3 * height)) ** 3);
    });
    return { soft: softened(soft), dark: darkened(near), toDepth: key.places, toPlan: plan.places };
  }
}

/** Draws a disc of a value, where there is less. */
function disc(field, size, { x, y }, wide, value) {
  const radius = Math.min(Math.max(wide, 0.7), 12);
  const [top, end] = [Math.max(0, Math.ceil(y - radius - 0.5)), Math.min(size, Math.floor(y + radius + 0.5))];
  for (let j = top; j < end; j++) {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (j + 0.5 - y) ** 2));
    const right = Math.min(size - 1, Math.floor(x + half - 0.5));
    for (let i = Math.max(0, Math.ceil(x - half - 0.5)); i <= right; i++) {
      field[j * size + i] = Math.max(field[j * size + i], value);
    }
  }
}

/** The box of most places, narrowed several times, as a few may be very far out. */
function boundsOf(places) {
  const [min, max] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
  for (const at of places) {
    min.min(at);
    max.max(at);
  }
  for (let time = 0; time < 3; time++) {
    for (const axis of ['x', 'y', 'z']) {
      const [low, size] = [min[axis], max[axis] - min[axis]];
      const [first, end] = inner(countsOf(places, axis, low, size), Math.floor(outside * places.length));
      [min[axis], max[axis]] = [low + (size * first) / bins, low + (size * end) / bins];
    }
  }
  return { min, max };
}

function countsOf(places, axis, low, size) {
  const counts = new Uint32Array(bins);
  for (const at of places) {
    const t = size > 0 ? (at[axis] - low) / size : 0;
    counts[Math.floor(Math.min(Math.max(t, 0), 1) * (bins - 1))]++;
  }
  return counts;
}

/** Between which of the counts no more than least are left out at either side. */
function inner(counts, least) {
  let [first, last] = [0, bins - 1];
  for (let sum = counts[first]; sum <= least && first < last; sum += counts[first]) {
    first++;
  }
  for (let sum = counts[last]; sum <= least && last > first; sum += counts[last]) {
    last--;
  }
  return [first, last + 1];
}
