/**
 * The photo studio of the pictures: its lights, its backdrop and its shadows, as
 * internal/render draws them, by the numbers of scenery.json. Lengths are those of a
 * model whose box has a diagonal of 1 around the origin; y is upwards.
 */
import {
  Color, DataTexture, DoubleSide, FloatType, LinearFilter, Matrix4, Mesh, OrthographicCamera, PlaneGeometry, RedFormat, ShaderMaterial,
  Vector3, WebGLRenderTarget,
} from 'three';
import scenery from './scenery.json';

const depthSize = 384;
const depthMargin = 24;
const planSize = 160;
const shadowEvery = 150; // milliseconds between the shadows of a model that moves
const up = new Vector3(0, 1, 0);

/** What both shaders know. */
const lookups = `
float ramp(float low, float high, float x) {
  float t = clamp((x - low) / (high - low), 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}
uniform mat4 toDepth;
uniform bool shadowed;
`;

const lighting = `
${lookups}
uniform vec3 toKey, toSide;
uniform sampler2D depths;
float overlapOf(int d, float at) { return d == -1 ? 1.0 - at : d == 2 ? at : 1.0; }
float litShare(vec3 place, vec3 normal) {
  if (!shadowed) return 1.0;
  vec3 q = (toDepth * vec4(place + normal * 0.008, 1.0)).xyz;
  vec2 at = clamp(q.xy - 0.5, vec2(1.0), vec2(${depthSize - 4}.0));
  ivec2 whole = ivec2(at);
  vec2 part = at - vec2(whole);
  float sum = 0.0;
  for (int dy = -1; dy <= 2; dy++) for (int dx = -1; dx <= 2; dx++) {
    if (texelFetch(depths, whole + ivec2(dx, dy), 0).r <= q.z + 0.007) sum += overlapOf(dx, part.x) * overlapOf(dy, part.y);
  }
  return sum / 9.0;
}
float softBox(vec3 d, vec3 towards, float edge, float blurred) {
  return ramp(edge - blurred * 0.6, edge + blurred * 0.2, dot(d, towards));
}
float mirrored(vec3 normal, vec3 toEye, float rough) {
  vec3 d = normal * 2.0 * dot(normal, toEye) - toEye;
  float blurred = 0.06 + 0.5 * rough;
  float sky = 0.55 + 0.4 * ramp(-blurred, 0.6 + blurred, d.y);
  float floorLight = 0.5 * ramp(0.3 - blurred, -0.5, d.y);
  float horizon = sky * ramp(-0.15 - blurred, 0.15 + blurred, d.y) + floorLight;
  float boxes = softBox(d, toKey, 0.80, blurred) * 1.5 + softBox(d, toSide, 0.86, blurred) * 0.9;
  return 0.12 + 0.75 * horizon + boxes * (1.0 - 0.75 * rough);
}
float shoulder(float x) { return x > 0.7 ? 1.0 - 0.09 / (x - 0.4) : x; }
vec3 inStudio(vec3 base, float metallic, float rough, vec3 glow, vec3 normal, vec3 place) {
  vec3 toEye = normalize(cameraPosition - place);
  vec3 diffused = base * (1.0 - metallic), specular = mix(vec3(0.04), base, metallic);
  float facing = dot(normal, toKey);
  float key = facing > 0.0 ? KEY * facing * litShare(place, normal) : 0.0;
  float side = SIDE * max(dot(normal, toSide), 0.0);
  float sky = SKY * (0.62 + 0.38 * normal.y);
  vec3 light = diffused * (KEY_COLOR * key + SIDE_COLOR * side + SKY_COLOR * sky) * EXPOSURE;
  float grazing = 1.0 - clamp(dot(normal, toEye), 0.0, 1.0), smoothness = 1.0 - rough;
  vec3 mirror = specular + (1.0 - specular) * pow(grazing, 5.0) * smoothness * smoothness;
  light += mirror * mirrored(normal, toEye, rough);
  if (key > 0.0) {
    float r = max(rough, 0.12), shine = 2.0 / (r * r * r * r) - 2.0;
    float peak = exp(shine * (dot(normal, normalize(toKey + toEye)) - 1.0)) * (shine + 8.0) / 60.0;
    light += mirror * key * min(peak, 12.0) * 0.5;
  }
  light += glow * 1.2;
  return vec3(shoulder(light.r), shoulder(light.g), shoulder(light.b));
}
`;

/** Writes a number as GLSL. */
const number = (v) => (Number.isInteger(v) ? `${v}.0` : String(v));
const triple = (v) => `vec3(${v.map(number).join(', ')})`;

export class Studio {
  /**
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} model in its place
   * @param {import('three').Box3} box of it
   * @param {Vector3[]} corners of it: all that a shadow can be of
   * @param {Vector3} towards from the middle to the eye of the first picture
   */
  constructor(renderer, model, box, corners, towards) {
    const back = towards.clone().normalize();
    const right = new Vector3().crossVectors(up, back).normalize();
    const along = ([b, r, u]) => back.clone().multiplyScalar(b).addScaledVector(right, r).addScaledVector(up, u).normalize();
    this.ground = box.min.y;
    this.uniforms = {
      toKey: { value: along(scenery.light.key_from) },
      toSide: { value: along(scenery.light.side_from) },
      toDepth: { value: new Matrix4() },
      toPlan: { value: new Matrix4() },
      depths: { value: null },
      soft: { value: null },
      dark: { value: null },
      shadowed: { value: false },
    };
    if (renderer.extensions.has('EXT_color_buffer_float') && renderer.extensions.has('OES_texture_float_linear')) {
      this.recast = () => {
        this.castKey(renderer, model, corners);
        this.castPlan(renderer, model, box);
        this.castAt = performance.now();
      };
      this.recast();
      this.uniforms.shadowed.value = true;
    }
  }

  /** Has the shadows follow a model that moves, some times a second. */
  follow() {
    if (this.recast && performance.now() - this.castAt > shadowEvery) {
      this.recast();
    }
  }

  /** What the key light sees: for the model's own shadows, and blurred for those on the floor. */
  castKey(renderer, model, corners) {
    const z = this.uniforms.toKey.value;
    const x = new Vector3().crossVectors(up, z).normalize();
    const y = new Vector3().crossVectors(z, x);
    const f = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
    for (const corner of corners) {
      grow(f, corner.dot(x), corner.dot(y));
    }
    const zoom = (depthSize - 2 * depthMargin) / Math.max(f.right - f.left, f.top - f.bottom, 1e-6);
    const left = f.left - depthMargin / zoom;
    const bottom = f.bottom - depthMargin / zoom;
    const light = this.camera(x, y, z, { left, bottom, width: depthSize / zoom });
    this.uniforms.toDepth.value.set(
      x.x * zoom, x.y * zoom, x.z * zoom, -left * zoom,
      y.x * zoom, y.y * zoom, y.z * zoom, -bottom * zoom,
      z.x, z.y, z.z, 2,
      0, 0, 0, 1,
    );
    this.depths ??= shadowTarget(depthSize);
    const values = cast(renderer, model, light, this.depths, `dot(at, ${triple(z.toArray())}) + 2.0`);
    this.uniforms.depths.value = this.depths.texture;
    const soft = values.map((v) => (v > 0 ? 1 : 0));
    blur(soft, depthSize, 5);
    this.uniforms.soft.value?.dispose();
    this.uniforms.soft.value = field(soft, depthSize);
  }

  /** How close things are to the ground: seen from below. */
  castPlan(renderer, model, box) {
    const scale = planSize / 2 / Math.max(box.max.x - box.min.x, box.max.z - box.min.z, 0.2);
    const middle = box.getCenter(new Vector3());
    const half = planSize / 2 / scale;
    const below = this.camera(new Vector3(1, 0, 0), new Vector3(0, 0, 1), new Vector3(0, -1, 0), { left: middle.x - half, bottom: middle.z - half, width: 2 * half });
    this.uniforms.toPlan.value.set(
      scale, 0, 0, planSize / 2 - middle.x * scale,
      0, 0, scale, planSize / 2 - middle.z * scale,
      0, 1, 0, -this.ground,
      0, 0, 0, 1,
    );
    const target = shadowTarget(planSize);
    const near = cast(renderer, model, below, target, `pow(clamp(1.0 - 3.0 * (at.y - (${this.ground.toFixed(6)})), 0.0, 1.0), 3.0)`);
    target.dispose();
    const wide = near.slice();
    blur(near, planSize, 3);
    blur(wide, planSize, 9);
    this.uniforms.dark.value?.dispose();
    this.uniforms.dark.value = field(near.map((v, i) => (v + wide[i]) / 2), planSize);
  }

  camera(x, y, z, { left, bottom, width }) {
    const camera = new OrthographicCamera(left, left + width, bottom + width, bottom, -4, 4);
    camera.matrixAutoUpdate = false;
    camera.matrix.makeBasis(x, y, z);
    camera.updateMatrixWorld(true);
    return camera;
  }

  /** Has a material of the model lit by the studio. */
  light(material) {
    const { light } = scenery;
    material.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, this.uniforms);
      shader.defines = {
        ...shader.defines,
        KEY: number(light.key), SIDE: number(light.side), SKY: number(light.sky), EXPOSURE: number(light.exposure),
        KEY_COLOR: triple(light.key_color), SIDE_COLOR: triple(light.side_color), SKY_COLOR: triple(light.sky_color),
      };
      shader.fragmentShader = shader.fragmentShader
        .replace('void main() {', `${lighting}\nvoid main() {`)
        .replace(/#include <lights_(physical_fragment|fragment_begin|fragment_maps|fragment_end)>/g, '')
        .replace('#include <aomap_fragment>', '')
        .replace('#include <opaque_fragment>', `
          mat3 toWorld = transpose(mat3(viewMatrix));
          outgoingLight = inStudio(diffuseColor.rgb, metalnessFactor, roughnessFactor, totalEmissiveRadiance,
            normalize(toWorld * normal), cameraPosition - toWorld * vViewPosition);
          #include <opaque_fragment>`);
    };
  }

  /** The paper behind and below the model, which fills the picture whatever the camera does. */
  backdrop() {
    const { paper, key, sky } = scenery.backdrop;
    const color = new Color().setRGB(paper[0] / 255, paper[1] / 255, paper[2] / 255, 'srgb');
    const material = new ShaderMaterial({
      depthTest: false,
      depthWrite: false,
      uniforms: { ...this.uniforms, toWorld: { value: new Matrix4() } },
      vertexShader: 'varying vec2 at; void main() { at = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }',
      fragmentShader: `
        ${lookups}
        uniform mat4 toWorld, toPlan;
        uniform sampler2D soft, dark;
        varying vec2 at;
        float fieldAt(sampler2D field, vec2 place, float size) {
          return all(greaterThan(place, vec2(0.5))) && all(lessThan(place, vec2(size - 0.5))) ? texture2D(field, place / size).r : 0.0;
        }
        void main() {
          float t = 0.5 - 0.5 * at.y, dx = 0.5 * at.x, dy = (t - 0.45) * 0.75;
          vec3 c = ${triple(color.toArray())} * (0.95 - 0.10 * ramp(0.25, 1.0, t) - 0.45 * (dx * dx + dy * dy));
          vec4 far = toWorld * vec4(at, 1.0, 1.0);
          vec3 ray = normalize(far.xyz / far.w - cameraPosition);
          float height = cameraPosition.y - (${this.ground.toFixed(6)});
          if (shadowed && ray.y < -0.02 && height > 0.0) {
            vec3 place = cameraPosition - ray * height / ray.y;
            float kept = 1.0 - fieldAt(soft, (toDepth * vec4(place, 1.0)).xy, ${depthSize}.0);
            float open = 1.0 - fieldAt(dark, (toPlan * vec4(place, 1.0)).xy, ${planSize}.0);
            c *= (${number(key)} + ${number(1 - key)} * kept) * (${number(sky)} + ${number(1 - sky)} * open);
          }
          gl_FragColor = vec4(c, 1.0);
          #include <colorspace_fragment>
        }`,
    });
    const paperRoll = new Mesh(new PlaneGeometry(2, 2), material);
    paperRoll.frustumCulled = false;
    paperRoll.renderOrder = -1;
    paperRoll.onBeforeRender = (_renderer, _scene, camera) => {
      material.uniforms.toWorld.value.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
    };
    return paperRoll;
  }
}

/** Takes a place into a frame. */
export function grow(frame, x, y) {
  frame.left = Math.min(frame.left, x);
  frame.right = Math.max(frame.right, x);
  frame.bottom = Math.min(frame.bottom, y);
  frame.top = Math.max(frame.top, y);
}

function shadowTarget(size) {
  return new WebGLRenderTarget(size, size, { type: FloatType, format: RedFormat, magFilter: LinearFilter, minFilter: LinearFilter });
}

/** Draws a value of each place of a model, 0 where it is not, and answers them. */
function cast(renderer, model, camera, target, value) {
  const material = new ShaderMaterial({
    side: DoubleSide,
    vertexShader: `
      #include <skinning_pars_vertex>
      varying vec3 at;
      void main() {
        vec3 transformed = position;
        #include <skinbase_vertex>
        #include <skinning_vertex>
        vec4 place = modelMatrix * vec4(transformed, 1.0);
        at = place.xyz;
        gl_Position = projectionMatrix * viewMatrix * place;
        gl_PointSize = 2.0;
      }`,
    fragmentShader: `varying vec3 at; void main() { gl_FragColor = vec4(${value}, 0.0, 0.0, 1.0); }`,
  });
  const own = new Map();
  model.traverse((node) => {
    if (node.material) {
      own.set(node, [node.material, node.visible]);
      node.visible = node.visible && !(node.material.transparent && node.material.opacity < 0.3);
      node.material = material;
    }
  });
  const [color, alpha] = [renderer.getClearColor(new Color()), renderer.getClearAlpha()];
  renderer.setClearColor(0, 0);
  renderer.setRenderTarget(target);
  renderer.clear();
  renderer.render(model, camera);
  const values = new Float32Array(target.width * target.height);
  renderer.readRenderTargetPixels(target, 0, 0, target.width, target.height, values);
  renderer.setRenderTarget(null);
  renderer.setClearColor(color, alpha);
  for (const [node, [was, visible]] of own) {
    [node.material, node.visible] = [was, visible];
  }
  material.dispose();
  return values;
}

function field(values, size) {
  const texture = new DataTexture(values, size, size, RedFormat, FloatType);
  texture.magFilter = LinearFilter;
  texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
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
