/**
 * From a clone to a filled order with an API key, within three minutes: the commands of the developers' guide, word for word, on
 * a real clone with a real installation.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { blocksOf, runPage } from '@candor/testing/page-examples.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PROMISED_MS = 3 * 60_000;
const MINUTE_MS = 60_000;

/** The page's commands that clone the repository, and the section of the page up to the filled order. */
function firstSection(page: string): { readonly clone: string; readonly rest: string } {
  const [, section = ''] = page.split('\n## ');
  const clone = /^```sh clone\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? '';
  return { clone, rest: section };
}

test(
  'gets a newcomer from the clone to a filled order within three minutes',
  { timeout: 10 * MINUTE_MS },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'candor-clone-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { clone, rest } = firstSection(readFileSync(join(ROOT, 'docs/guides/developer.md'), 'utf8'));
    const startedMs = Date.now();
    execFileSync('bash', ['-e', '-c', clone], {
      cwd: folder,
      env: { ...process.env, REPOSITORY: ROOT },
      stdio: 'pipe',
    });
    const clonedMs = Date.now();
    const ran = await runPage(rest, {
      folder: join(folder, 'candor'),
      ready: 'http://127.0.0.1:8090/readyz',
      readyWithinMs: 8 * MINUTE_MS,
    });
    const tookMs = Date.now() - startedMs;
    console.log(
      `cloned in ${seconds(clonedMs - startedMs)} s; from the clone to a filled order in ${seconds(tookMs)} s`,
    );
    expect(ran).toHaveLength(blocksOf(rest).filter(({ kind }) => kind === 'runs').length);
    expect(ran.map(({ printed }) => printed).join('\n')).toContain('"status":"filled"');
    expect(tookMs).toBeLessThan(grantedMs(PROMISED_MS));
  },
);

const seconds = (ms: number): string => (ms / 1000).toFixed(0);
