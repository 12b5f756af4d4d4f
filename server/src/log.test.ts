import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function lines() {
  const written: string[] = [];
  let now = 0;
  const log = createLog(
    (line) => written.push(line.trim().slice(25)),
    () => now,
  );
  return { written, log, wait: (ms: number) => (now += ms) };
}

test('writes a repeated text once, and later how often it was repeated', () => {
  const { written, log, wait } = lines();
  for (let at = 0; at < 5; at += 1) log('database: not available');
  log('something else');
  wait(10_000);
  log('the end');
  expect(written).toEqual([
    'database: not available',
    'something else',
    'database: not available (4 more times)',
    'the end',
  ]);
});

test('writes only the message of a failure with a code, but the stack of a bug', () => {
  const { written, log } = lines();
  log('away', Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }));
  log('bug', new TypeError('x is undefined'));
  expect(written[0]).toBe('away: connection refused');
  expect(written[1]).toContain('log.test.ts');
});
