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

test('writes one JSON object per line for programs', () => {
  const written: string[] = [];
  const log = createLog(
    (line) => written.push(line),
    () => 0,
    'json',
  );
  log('market: the market process exited on a signal');
  log(
    'calls: failed to answer POST coin/trade',
    Object.assign(new Error('no route to host'), { code: 'EHOSTUNREACH' }),
  );
  expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      ...{ time: '1970-01-01T00:00:00.000Z', level: 'info', part: 'market' },
      text: 'market: the market process exited on a signal',
    },
    {
      ...{ time: '1970-01-01T00:00:00.000Z', level: 'error', part: 'calls' },
      ...{ text: 'calls: failed to answer POST coin/trade', error: 'no route to host' },
    },
  ]);
});
