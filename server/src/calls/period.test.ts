/** The period of a list: its bounds, and the refusal of a period that ends before it begins. */
import { expect, test } from 'vitest';
import { ALWAYS, pageOfPeriod, periodOf } from './period.ts';

test.each([
  ['without start and end', {}, ALWAYS],
  ['from a second', { from: 5 }, { ...ALWAYS, fromMs: 5000 }],
  ['to the end of a second', { to: 5 }, { ...ALWAYS, beforeMs: 6000 }],
  ['one second', { from: 5, to: 5 }, { fromMs: 5000, beforeMs: 6000 }],
  ['a second beyond every market', { to: Number.MAX_SAFE_INTEGER }, ALWAYS],
])('returns the period: %s', (_what, asked, period) => {
  expect(periodOf(asked)).toEqual({ ok: true, value: period });
});

test('rejects a period that ends before it begins, and names the field', async () => {
  const wrong = { ok: false, refusal: { code: 'parameter_wrong', field: 'to' } };
  expect(periodOf({ from: 6, to: 5 })).toMatchObject(wrong);
  const list = { read: () => Promise.resolve([1n]), idOf: (id: bigint) => id, view: String };
  expect(await pageOfPeriod({ from: 6, to: 5 }, list)).toMatchObject(wrong);
  expect(await pageOfPeriod({ from: 5, to: 5 }, list)).toMatchObject({ ok: true, value: { items: ['1'] } });
});
