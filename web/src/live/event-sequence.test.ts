/** Gap detection in the private events of a customer. */
import { expect, test } from 'vitest';
import { judgeEvent, judgeReturn } from './event-sequence.ts';

test.each([
  ['the first ever', undefined, 17, 'apply'],
  ['the next', 17, 18, 'apply'],
  ['a second event of the same command', 17, 17, 'apply'],
  ['one late', 17, 16, 'old'],
  ['one skipped', 17, 19, 'gap'],
  ['many skipped', 17, 400, 'gap'],
] as const)('an event: %s', (_name, last, seq, verdict) => {
  expect(judgeEvent(last, seq)).toBe(verdict);
});

test.each([
  ['the first sign-in reads everything', undefined, 0, 'gap'],
  ['nothing happened meanwhile', 4, 4, 'same'],
  ['something happened meanwhile', 4, 5, 'gap'],
  ['the server knows less than we do', 4, 3, 'gap'],
] as const)('a return: %s', (_name, last, seq, verdict) => {
  expect(judgeReturn(last, seq)).toBe(verdict);
});
