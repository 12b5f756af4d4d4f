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

test('the same text is told once, and how often it came', () => {
  const { written, log, wait } = lines();
  for (let at = 0; at < 5; at += 1) log('the database is away');
  log('something else');
  wait(10_000);
  log('the end');
  expect(written).toEqual([
    'the database is away',
    'something else',
    'the database is away (4 times more)',
    'the end',
  ]);
});

test('a failure with a code is told by its message, a bug with its stack', () => {
  const { written, log } = lines();
  log('away', Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }));
  log('bug', new TypeError('x is undefined'));
  expect(written[0]).toBe('away: connection refused');
  expect(written[1]).toContain('log.test.ts');
});
