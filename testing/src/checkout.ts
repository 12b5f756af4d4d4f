/**
 * A copy of this checkout as a clone and an install would create it, before any build. It shares the packages with this checkout
 * through hard links, so nothing is installed and little is written.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tools', 'content'];
const WORKSPACES = ['client', 'console', 'domain', 'protocol', 'verifier', 'server', 'web'];
const NOT_COPIED = new Set(['dist', '.vite', '.vite-temp', '.data']);

/**
 * Returns the copy, whose path has spaces. It is in a separate temporary folder; delete the copy's parent
 * afterwards.
 */
export function copyCheckout(): string {
  const parent = mkdtempSync(join(tmpdir(), 'candor in a path '));
  chmodSync(parent, 0o755);
  const copy = join(parent, 'my own checkout');
  const modules = join(copy, 'node_modules');
  mkdirSync(modules, { recursive: true });
  for (const name of [...SOURCES, ...WORKSPACES]) {
    cpSync(join(ROOT, name), join(copy, name), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => !NOT_COPIED.has(basename(path)),
    });
  }
  // A start writes dot-files in place, and through a hard link it would write them in this checkout too.
  const packages = readdirSync(join(ROOT, 'node_modules')).filter(
    (name) => name === '.bin' || !name.startsWith('.'),
  );
  linkAll(
    packages.map((name) => join(ROOT, 'node_modules', name)),
    modules,
  );
  // Newer than the lock file, which marks a completed install.
  copyFileSync(join(ROOT, 'node_modules/.package-lock.json'), join(modules, '.package-lock.json'));
  return copy;
}

/** Hard links are created in a second; if the temporary folder is on a different disk, the files are copied. */
function linkAll(paths: readonly string[], into: string): void {
  try {
    execFileSync('cp', ['-al', ...paths, into], { stdio: 'ignore' });
  } catch {
    execFileSync('cp', ['-a', ...paths, into]);
  }
}
