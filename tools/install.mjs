/**
 * Installs the packages if they are missing or differ from the lock file. It runs on the system's Node before any package is
 * installed, so it is plain JavaScript and imports only Node modules.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** The Node that runs everything in this project, whatever version the system has. */
export const NODE = join(ROOT, 'node_modules/node/bin/node');

const LOCK = join(ROOT, 'package-lock.json');
const MODULES = join(ROOT, 'node_modules');
const STAMP = join(MODULES, '.installed-from');
/** npm writes this file last. */
const NPMS_OWN = join(MODULES, '.package-lock.json');

export async function ensureInstalled() {
  const wanted = createHash('sha256').update(readFileSync(LOCK)).digest('hex');
  if (isInstalled(wanted)) return;
  console.log('Installing packages; the first time takes about a minute.');
  // Not `npm ci`, which rejects a lock file without the programs of platforms that the registry in use did not have. `--no-save`
  // leaves the lock file unchanged; the other two options keep a user's npm settings from omitting Node itself.
  const args = ['install', '--no-save', '--include=dev', '--ignore-scripts=false', '--no-audit', '--no-fund'];
  const before = existsSync(MODULES);
  // npm fails on the remains of an interrupted install.
  if (before && !existsSync(NPMS_OWN)) rmSync(MODULES, { recursive: true, force: true });
  let code = await npm([...args, '--loglevel=error']);
  if (code !== 0 && before) {
    console.log('Installing over the existing packages failed; installing from scratch.');
    rmSync(MODULES, { recursive: true, force: true });
    code = await npm([...args, '--loglevel=error']);
  }
  if (code !== 0) {
    console.error("Failed to install the packages; see npm's message above.");
    process.exit(code);
  }
  writeFileSync(STAMP, wanted);
}

function isInstalled(wanted) {
  if (!existsSync(NODE)) return false;
  if (existsSync(STAMP)) return readFileSync(STAMP, 'utf8') === wanted;
  // The user ran npm manually. If the file that npm writes last is newer than the lock file, npm finished with this lock file.
  const current = existsSync(NPMS_OWN) && statSync(NPMS_OWN).mtimeMs >= statSync(LOCK).mtimeMs;
  if (current) writeFileSync(STAMP, wanted);
  return current;
}

/**
 * Runs the npm that started this program with the Node that it started with, because the project's Node is about to be replaced.
 */
function npm(args) {
  const script = process.env.npm_execpath;
  const node = process.env.npm_node_execpath;
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.startsWith(MODULES));
  const env = { ...process.env, PATH: path.join(delimiter) };
  return script !== undefined && node !== undefined && !node.startsWith(MODULES)
    ? run(node, [script, ...args], { cwd: ROOT, env })
    : run('npm', args, { cwd: ROOT, env });
}

/**
 * Runs a program to completion on this terminal. A signal to this process is forwarded, and terminates this process once the
 * program has exited.
 */
export function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit', ...options });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    let passed = null;
    const pass = (signal) => {
      passed = signal;
      child.kill(signal);
    };
    for (const signal of signals) process.on(signal, pass);
    child.on('error', (error) => {
      console.error(`Failed to start ${command}: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, pass);
      // A program that handled a signal properly exits with 0; any other exit after a signal becomes the exit of this process.
      if (code === 0 || (signal ?? passed) === null) resolve(code);
      else process.kill(process.pid, signal ?? passed);
    });
  });
}

/**
 * Replaces this process by our Node with these arguments, if the running Node supports that, so that signals and the exit code
 * need no intermediary. Otherwise starts a child, and forwards both.
 */
export async function handOver(args) {
  const follow = ['--import', new URL('follow-parent.mjs', import.meta.url).href];
  // Node caches the parsed code with its types stripped, which saves a third of every start but the first.
  process.env.NODE_COMPILE_CACHE ??= join(MODULES, '.compile-cache');
  if (typeof process.execve === 'function') process.execve(NODE, [NODE, ...follow, ...args], process.env);
  process.exit(await run(NODE, [...follow, ...args], {}));
}
