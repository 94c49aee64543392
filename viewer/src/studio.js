/**
 * The photo studio of the pictures: its lights, its backdrop and its shadows, as
 * internal/render draws them, by the numbers of scenery.json. Lengths are those of a
 * model whose box has a diagonal of 1 around the origin; y is upwards.
 */
import {
  Color, DataTexture, DoubleSide, FloatType, LinearFilter, Matrix4, Mesh, OrthographicCamera, PlaneGeometry, RedFormat, ShaderMaterial,
  WebGLRenderTarget,
} from 'three';
import { along, darkened, depthSize, keyScreen, lookups, number, paper, planScreen, planSize, softened, triple } from './paper.js';
import scenery from './scenery.json';

const shadowEvery = 150; // milliseconds between the shadows of a model that moves

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

export class Studio {
  /**
   * @param {import('three').WebGLRenderer} renderer
   * @param {import('three').Object3D} model in its place
   * @param {import('three').Box3} box of it
   * @param {import('three').Vector3[]} corners of it: all that a shadow can be of
   * @param {import('three').Vector3} towards from the middle to the eye of the first picture
   */
  constructor(renderer, model, box, corners, towards) {
    this.ground = box.min.y;
    this.uniforms = {
      toKey: { value: along(towards, scenery.light.key_from) },
      toSide: { value: along(towards, scenery.light.side_from) },
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
    const screen = keyScreen(z, corners);
    this.uniforms.toDepth.value = screen.places;
    this.depths ??= shadowTarget(depthSize);
    const values = cast(renderer, model, seenOn(screen), this.depths, `dot(at, ${triple(z.toArray())}) + 2.0`);
    this.uniforms.depths.value = this.depths.texture;
    this.uniforms.soft.value?.dispose();
    this.uniforms.soft.value = field(softened(values.map((v) => (v > 0 ? 1 : 0))), depthSize);
  }

  /** How close things are to the ground: seen from below. */
  castPlan(renderer, model, box) {
    const screen = planScreen(box);
    this.uniforms.toPlan.value = screen.places;
    const target = shadowTarget(planSize);
    const near = cast(renderer, model, seenOn(screen), target, `pow(clamp(1.0 - 3.0 * (at.y - (${this.ground.toFixed(6)})), 0.0, 1.0), 3.0)`);
    target.dispose();
    this.uniforms.dark.value?.dispose();
    this.uniforms.dark.value = field(darkened(near), planSize);
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
    const material = new ShaderMaterial({
      depthTest: false,
      depthWrite: false,
      uniforms: { ...this.uniforms, toWorld: { value: new Matrix4() }, ground: { value: this.ground } },
      vertexShader: 'varying vec2 at; void main() { at = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }',
      fragmentShader: `
        ${paper}
        varying vec2 at;
        void main() {
          gl_FragColor = vec4(paperAt(at, cameraPosition), 1.0);
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

/** A camera that sees what is on a screen of shadows. */
function seenOn({ axes, window: { left, bottom, width } }) {
  const camera = new OrthographicCamera(left, left + width, bottom + width, bottom, -4, 4);
  camera.matrixAutoUpdate = false;
  camera.matrix.makeBasis(...axes);
  camera.updateMatrixWorld(true);
  return camera;
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
