/**
 * Two builds of the customers' app are byte-equal, even in different folders, time zones and years. Otherwise nobody could
 * compare the manifest in the transparency log with a build of the published source.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { manifestOf } from '../server/src/proofs/tlog/manifest.ts';
import { ROOT } from './install.mjs';

const run = promisify(execFile);
const folders = mkdtempSync(join(tmpdir(), 'candor builds-'));
afterAll(() => rmSync(folders, { recursive: true, force: true }));

/** The files that the build of the app reads, besides the packages. */
const SOURCES = ['web', 'client', 'domain', 'protocol', 'verifier', 'package.json', 'tsconfig.base.json'];
const isSource = (path: string): boolean =>
  !/\/(?:node_modules|dist|\.vite)(?:\/|$)/.test(path.slice(ROOT.length));

/** The sources in a folder of their own, with the same packages. */
function copySources(name: string): string {
  const folder = join(folders, name);
  mkdirSync(join(folder, 'node_modules/@candor'), { recursive: true });
  for (const part of SOURCES) {
    cpSync(join(ROOT, part), join(folder, part), { recursive: true, filter: isSource });
    if (!part.includes('.')) symlinkSync(join('../..', part), join(folder, 'node_modules/@candor', part));
  }
  const packages = join(ROOT, 'node_modules');
  for (const one of readdirSync(packages)) {
    if (one !== '@candor') symlinkSync(join(packages, one), join(folder, 'node_modules', one));
  }
  return folder;
}

/** Builds with another clock, and returns the manifest of what was built. */
async function build(folder: string, zone: string, days: number): Promise<string> {
  const clock = join(folder, 'clock.mjs');
  writeFileSync(
    clock,
    `const Real = Date, by = ${days} * 86400000;
     globalThis.Date = class extends Real { constructor(...of) { of.length === 0 ? super(Real.now() + by) : super(...of); } static now() { return Real.now() + by; } };`,
  );
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    TZ: zone,
    NODE_OPTIONS: `--import ${pathToFileURL(clock).href}`,
  };
  await run(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], {
    ...{ cwd: join(folder, 'web'), env },
  });
  return manifestOf(join(folder, 'web/dist'));
}

test('builds the same bytes in another folder, time zone and year', async () => {
  const first = await build(copySources('here'), 'UTC', 0);
  const second = await build(copySources('somewhere else'), 'Pacific/Kiritimati', 400);
  expect(first.split('\n').length).toBeGreaterThan(20);
  expect(second).toBe(first);
}, 300_000);
