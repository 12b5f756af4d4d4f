/** A watch of an honest platform raises no alarm in 24 hours of market time, whatever happens to honest platforms. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';

test('raises no alarm on an honest day', { timeout: 5_400_000 }, async () => {
  const { code, out } = await watchDay();
  const [, rounds, entries, trades] =
    /^24 hours .*: (\d+) rounds, (\d+) entries of the log, (\d+) trades .* 0 alarms$/m.exec(out) ?? [];
  expect([Number(rounds) > 24, Number(entries) > 2000, Number(trades) > 20], out).toEqual([true, true, true]);
  expect(code, out).toBe(0);
});

test('finds a violation in each of halts, void tickets and withdrawals', { timeout: 1_800_000 }, async () => {
  const { code, out } = await watchDay('--hours', '3', '--hour-seconds', '40', '--faults');
  expect(out).toMatch(/, 0 alarms$/m);
  expect(out.match(/^fault: .*: found, /gm), out).toHaveLength(3);
  expect(code, out).toBe(0);
});

test('rejects an option that is not a number', async () => {
  const { code, out } = await watchDay('--hours', 'many');
  expect([code, out]).toEqual([2, expect.stringContaining('npm run watch:day')]);
});

function watchDay(...args: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [join(ROOT, 'tools/watch-day.ts'), ...args],
      { maxBuffer: 64 * 1024 * 1024 },
      (_, out, errors) => done({ code: child.exitCode ?? -1, out: out + errors }),
    );
  });
}
