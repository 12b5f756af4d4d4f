/** Commits every fraud of `npm run cheat`, each for real, and expects the stranger to find each within a minute. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FRAUDS } from './cheat/frauds.ts';
import { ROOT } from './install.mjs';

test('the stranger finds every fraud within a minute', { timeout: 900_000 }, async () => {
  const { code, out } = await cheat('--all');
  const found = [...out.matchAll(/^(\S+): found by \w+, after ([\d.]+) s/gm)];
  expect(found.map(([, name]) => name)).toEqual(FRAUDS.map(({ name }) => name));
  expect(found.filter(([, , seconds]) => Number(seconds) > 60)).toEqual([]);
  expect(code, out).toBe(0);
});

test('rejects an unknown fraud', async () => {
  const { code, out } = await cheat('--fraud', 'none');
  expect([code, out]).toEqual([2, expect.stringContaining('npm run cheat')]);
});

function cheat(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done) => {
    const child = execFile(process.execPath, [join(ROOT, 'tools/cheat.ts'), ...args], (_, out, errors) =>
      done({ code: child.exitCode ?? -1, out: out + errors }),
    );
  });
}
