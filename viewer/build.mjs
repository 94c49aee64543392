// Bundles the viewer and its style into dist, under names that hold a hash of
// what is in them, each with a twin for brotli and one for gzip.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
const dist = path.join(here, 'dist');

/** gsplat's build carries no notice of its own. */
const gsplatNotice = '/*! gsplat 1.2.9, MIT License, Copyright (c) 2023 Dylan Ebert */';

/** Gives the splat chunk the part of three.js that it needs. */
const smallThree = {
  name: 'small-three',
  setup(b) {
    b.onResolve({ filter: /^three$/ }, () => ({ path: path.join(here, 'src/three-small.js') }));
  },
};

/** Bundles one source and answers the name it was given. */
async function bundle(source, options = {}) {
  const name = path.parse(source);
  const result = await build({
    entryPoints: [path.join(here, source)],
    entryNames: '[name]-[hash]',
    outdir: dist,
    absWorkingDir: here,
    bundle: true,
    minify: true,
    format: name.ext === '.js' ? 'esm' : undefined,
    target: ['es2022', 'chrome111', 'firefox111', 'safari16.4'],
    legalComments: 'eof',
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  return path.basename(Object.keys(result.metafile.outputs)[0]);
}

/** Writes the compressed twins of a file; the same bytes give the same twins. */
async function compress(name) {
  const bytes = await readFile(path.join(dist, name));
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await writeFile(path.join(dist, `${name}.br`), brotliCompressSync(bytes, { params: quality }));
  await writeFile(path.join(dist, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

/** The sources in the form of sha256sum; a Go test compares them with what is there. */
async function sums() {
  const names = [
    ...(await readdir(path.join(here, 'src'))).map((name) => `src/${name}`),
    ...(await readdir(path.join(here, 'style'))).map((name) => `style/${name}`),
    'build.mjs', 'package.json', 'package-lock.json',
  ].sort();
  const lines = await Promise.all(names.map(async (name) => {
    const sum = createHash('sha256').update(await readFile(path.join(here, name))).digest('hex');
    return `${sum}  ${name}\n`;
  }));
  return lines.join('');
}

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
const mesh = await bundle('src/mesh.js');
const splat = await bundle('src/splat.js', { plugins: [smallThree], banner: { js: gsplatNotice } });
const turn = await bundle('src/turn.js');
const viewer = await bundle('src/viewer.js', {
  define: { MESH_CHUNK: JSON.stringify(`./${mesh}`), SPLAT_CHUNK: JSON.stringify(`./${splat}`), TURN_CHUNK: JSON.stringify(`./${turn}`) },
});
const style = await bundle('style/viewer.css');
const names = { 'mesh.js': mesh, 'splat.js': splat, 'turn.js': turn, 'viewer.css': style, 'viewer.js': viewer };
await Promise.all(Object.values(names).map(compress));
await writeFile(path.join(dist, 'names.json'), `${JSON.stringify(names, null, 2)}\n`);
await writeFile(path.join(dist, 'sources.sha256'), await sums());
