/** Gap detection in a customer's private events. */
import { expect, test } from 'vitest';
import { judgeEvent, judgeReturn } from './event-sequence.ts';

test.each([
  ['the first event', undefined, { prev: 16, seq: 17 }, 'apply'],
  ['the next event', 17, { prev: 17, seq: 18 }, 'apply'],
  ['the next event, over several states', 17, { prev: 17, seq: 21 }, 'apply'],
  ['a second event for the same change', 18, { prev: 17, seq: 18 }, 'apply'],
  ['a late event', 18, { prev: 15, seq: 16 }, 'old'],
  ['an event that starts above the known state', 17, { prev: 18, seq: 19 }, 'gap'],
  ['an event far above the known state', 17, { prev: 399, seq: 400 }, 'gap'],
] as const)('returns "apply", "old" or "gap" for an event: %s', (_name, last, event, verdict) => {
  expect(judgeEvent(last, event)).toBe(verdict);
});

test.each([
  ['the first login', undefined, 0, 'gap'],
  ['nothing happened meanwhile', 4, 4, 'same'],
  ['something happened meanwhile', 4, 5, 'gap'],
  ['a server behind the client', 4, 3, 'gap'],
] as const)('returns "same" or "gap" for a login: %s', (_name, last, seq, verdict) => {
  expect(judgeReturn(last, seq)).toBe(verdict);
});
