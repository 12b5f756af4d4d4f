/** For which call a signed request counts, however often and wherever it arrives. */
import { expect, test } from 'vitest';
import { UsedSignatures } from './used-signatures.ts';

const START = 1_800_000_000_000;
const LIST = { call: 'GET /api/v3/openOrders', changes: false };
const CANCEL = { call: 'DELETE /api/v3/openOrders', changes: true };
const ACCOUNT = { call: 'GET /api/v3/account', changes: false };

function scene(max?: number) {
  let nowMs = START;
  const used = new UsedSignatures(() => nowMs, max);
  const use = (of: { call: string; changes: boolean }, { key = 'k', text = 't', timeMs = START } = {}) =>
    used.use({ ...of, key, text, timeMs });
  return { use, pass: (ms: number) => (nowMs += ms) };
}

test('a request that reads can be sent to another read, and never to a change', () => {
  const { use } = scene();
  expect([use(LIST), use(ACCOUNT), use(LIST)]).toEqual(['fits', 'fits', 'fits']);
  expect(use(CANCEL)).toBe('of_another_call');
});

test('a request that changes something can be repeated, and sent nowhere else', () => {
  const { use } = scene();
  expect([use(CANCEL), use(CANCEL)]).toEqual(['fits', 'fits']);
  expect(use(LIST)).toBe('of_another_call');
  expect(use({ call: 'DELETE /api/v3/order', changes: true })).toBe('of_another_call');
});

test('tells keys and texts apart', () => {
  const { use } = scene();
  use(CANCEL);
  expect([use(LIST, { key: 'other' }), use(LIST, { text: 'other' })]).toEqual(['fits', 'fits']);
});

test('remembers it as long as any window lasts', () => {
  const { use, pass } = scene();
  use(LIST);
  pass(60_000);
  expect(use(CANCEL)).toBe('of_another_call');
});

test('accepts no change that was signed before the process started', () => {
  const { use } = scene();
  expect(use(CANCEL, { timeMs: START - 1 })).toBe('too_old');
  expect(use(LIST, { timeMs: START - 1 })).toBe('fits');
});

test('refuses what it cannot remember, until it may forget', () => {
  const { use, pass } = scene(2);
  use(LIST, { text: 'a' });
  use(LIST, { text: 'b' });
  expect([use(LIST, { text: 'c' }), use(LIST, { text: 'a' })]).toEqual(['too_many', 'fits']);
  pass(60_001);
  expect(use(LIST, { text: 'c', timeMs: START + 60_001 })).toBe('fits');
});
