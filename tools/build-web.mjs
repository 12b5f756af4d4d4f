/** Builds the web app and the operators' console, each only if its sources have changed since its last build. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress-web.mjs';
import { NODE, ROOT, run } from './install.mjs';

const SHARED = ['client', 'domain/src', 'protocol/src', 'package-lock.json', 'tsconfig.base.json'];
const APPS = {
  web: { called: 'the web app', sources: ['web', 'verifier/src', ...SHARED] },
  console: { called: 'the operators’ console', sources: ['console', ...SHARED] },
};
export const APP_NAMES = Object.keys(APPS);

const LEFT_OUT = new Set(['dist', 'node_modules', '.vite', 'test']);

/** Returns the exit code of the first build that failed, or 0. */
export async function ensureWebBuilt() {
  for (const name of APP_NAMES) {
    const code = await ensureBuilt(name);
    if (code !== 0) return code;
  }
  return 0;
}

/** Returns 0 without building if the build is up to date, otherwise the build's exit code. */
export async function ensureBuilt(name) {
  const { called, sources } = APPS[name];
  const stamp = join(ROOT, `node_modules/.${name}-built-from`);
  const dist = join(ROOT, name, 'dist');
  const wanted = fingerprint(sources);
  const built = existsSync(join(dist, 'index.html')) && existsSync(stamp);
  if (built && readFileSync(stamp, 'utf8') === wanted) return 0;
  console.log(`Building ${called}.`);
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  // A test run sets NODE_ENV to a value with which React's development build would be used.
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await run(NODE, [vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, name), env });
  if (code === 0) {
    await compressFolder(dist);
    writeFileSync(stamp, wanted);
  }
  return code;
}

/** Covers names, sizes and times of all sources, so that a removed file changes the result as a new one does. */
function fingerprint(sources) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const found = statSync(join(ROOT, path));
    if (!found.isDirectory()) {
      hash.update(`${path}:${found.size}:${found.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(join(ROOT, path)).sort()) {
      if (!LEFT_OUT.has(name)) visit(`${path}/${name}`);
    }
  };
  for (const source of sources) visit(source);
  return hash.digest('hex');
}
