/** Gap detection in the private events of a customer. */
import { expect, test } from 'vitest';
import { judgeEvent, judgeReturn } from './event-sequence.ts';

test.each([
  ['the first ever', undefined, { prev: 16, seq: 17 }, 'apply'],
  ['the next', 17, { prev: 17, seq: 18 }, 'apply'],
  ['the next, which moved several states at once', 17, { prev: 17, seq: 21 }, 'apply'],
  ['a second event of the same change', 18, { prev: 17, seq: 18 }, 'apply'],
  ['one late', 18, { prev: 15, seq: 16 }, 'old'],
  ['one that starts above what is known', 17, { prev: 18, seq: 19 }, 'gap'],
  ['one far above', 17, { prev: 399, seq: 400 }, 'gap'],
] as const)('an event: %s', (_name, last, event, verdict) => {
  expect(judgeEvent(last, event)).toBe(verdict);
});

test.each([
  ['the first sign-in reads everything', undefined, 0, 'gap'],
  ['nothing happened meanwhile', 4, 4, 'same'],
  ['something happened meanwhile', 4, 5, 'gap'],
  ['the server knows less than we do', 4, 3, 'gap'],
] as const)('a return: %s', (_name, last, seq, verdict) => {
  expect(judgeReturn(last, seq)).toBe(verdict);
});
