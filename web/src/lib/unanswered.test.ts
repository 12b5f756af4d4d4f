/** Stored unanswered orders, which are kept no longer than their keys. */
import { expect, test } from 'vitest';
import { readUnanswered } from './unanswered.ts';

const request = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '5' };
const minute = 60_000;

test.each([
  ['nothing', undefined, 0, undefined],
  ['just now', { request, atMs: 0 }, 1000, request],
  ['nine minutes ago', { request, atMs: 0 }, 9 * minute, request],
  ['older than its key', { request, atMs: 0 }, 9 * minute + 1, undefined],
  ['without a time', { request }, 0, undefined],
  ['without a request', { atMs: 0 }, 0, undefined],
  ['a string as the request', { request: 'BTC', atMs: 0 }, 0, undefined],
])('returns a stored order if it is valid and recent enough: %s', (_name, stored, nowMs, expected) => {
  expect(readUnanswered(stored, nowMs)).toEqual(expected);
});
