/** Builds the web app when its sources are not those that the last build was made from. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress-web.mjs';
import { NODE, ROOT, run } from './install.mjs';

const SOURCES = [
  'web',
  'domain/src',
  'protocol/src',
  'verifier/src',
  'package-lock.json',
  'tsconfig.base.json',
];
const LEFT_OUT = new Set(['dist', 'node_modules', '.vite']);
const STAMP = join(ROOT, 'node_modules/.web-built-from');

/** Answers the exit code of the build, 0 when nothing had to be done. */
export async function ensureWebBuilt() {
  const wanted = fingerprint();
  const built = existsSync(join(ROOT, 'web/dist/index.html')) && existsSync(STAMP);
  if (built && readFileSync(STAMP, 'utf8') === wanted) return 0;
  console.log('Building the web app.');
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  // Whoever starts us from a test run has set it to something else, and React would come in its development form.
  const env = { ...process.env, NODE_ENV: 'production' };
  const code = await run(NODE, [vite, 'build', '--logLevel', 'warn'], { cwd: join(ROOT, 'web'), env });
  if (code === 0) {
    await compressFolder(join(ROOT, 'web/dist'));
    writeFileSync(STAMP, wanted);
  }
  return code;
}

/** Names, sizes and times of every source; a removed file changes it as a new one does. */
function fingerprint() {
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
  for (const source of SOURCES) visit(source);
  return hash.digest('hex');
}
