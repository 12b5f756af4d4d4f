/** Booking of slots, one case per row: due slots, the accounts of gains and losses, and invalid firings. */
import { SLOT_MS, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { Reference } from '@candor/domain/fund/strategy.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { decideBooking, dueOf, resultJournal, slotsDue } from './booking.ts';
import { clockRow, DAY, entryAt, factsOf, midnight, movedIn, doneBy, rowOf } from './testing/facts.ts';

const noon = midnight(DAY) - 12 * 3_600_000;
const minute = 60_000;

test.each([
  ['a minute after the next slot', noon, DAY, noon + minute],
  ['a minute after the last slot of a day', midnight(DAY) - SLOT_MS, DAY, midnight(DAY) - SLOT_MS + minute],
  ['the end of the day after its last slot', midnight(DAY), DAY, midnight(DAY)],
  ['the end of the day if results are reported', null, DAY, midnight(DAY)],
])('sets the next firing to %s', (_, nextSlotMs, day, dueMs) => {
  expect(dueOf({ nextSlotMs, day })).toBe(dueMs);
});

test.each([
  ['none within the minute after the next slot', noon, noon + minute - 1, []],
  ['one a minute after the next slot', noon, noon + minute, [noon]],
  ['several missed slots', noon, noon + SLOT_MS * 2 + minute, [noon, noon + SLOT_MS, noon + 2 * SLOT_MS]],
  ['none of the next day', midnight(DAY) - SLOT_MS, noon + 90 * 3_600_000, [midnight(DAY) - SLOT_MS]],
  ['none after the last slot of the day', midnight(DAY), noon + 90 * 3_600_000, []],
  ['none if results are reported', null, noon + 90 * 3_600_000, []],
])('lists the slots to book: %s', (_, nextSlotMs, nowMs, slots) => {
  expect(slotsDue({ nextSlotMs, day: DAY }, nowMs)).toEqual(slots);
});

test('books at most forty-eight slots at a time', () => {
  const slots = slotsDue({ nextSlotMs: noon - 12 * 3_600_000, day: DAY }, midnight(DAY));
  expect([slots.length, slots.at(-1)]).toEqual([48, noon - 12 * 3_600_000 + 47 * SLOT_MS]);
});

test.each([
  ['a gain', '10', '0', { custody: '-10', strategy: '10' }],
  ['a loss covered by the strategy’s account', '-10', '25', { custody: '10', strategy: '-10' }],
  ['a loss equal to the strategy’s balance', '-25', '25', { custody: '25', strategy: '-25' }],
  ['a loss above the strategy’s balance', '-30', '25', { custody: '30', strategy: '-25', equity: '-5' }],
  ['a loss while the strategy’s account is empty', '-30', '0', { custody: '30', equity: '-30' }],
])('posts %s to the custody, strategy and equity accounts', (_, result, balance, moved) => {
  const booked = resultJournal(amount(result), { ref: 'strategy_slot:0', balance: amount(balance) });
  expect(movedIn([booked])).toEqual(moved);
});

const prices: Reference[] = [
  { symbol: 'BTC/USDT', seq: 7n, last: amount('64250') },
  { symbol: 'ETH/USDT', seq: 9n, last: amount('3120') },
];
const slots = [noon, noon + SLOT_MS, noon + 2 * SLOT_MS].map((slotMs) => ({ slotMs, references: prices }));
const entry = entryAt(noon + 2 * SLOT_MS + minute);
const made = slots.map(({ slotMs }) =>
  tradesOfSlot(slotMs, prices).reduce((sum, { result }) => sum + result, 0n),
);

test('writes one journal per slot, gives each trade the journal of its slot, and advances the row past the slots', () => {
  const row = clockRow({ nextSlotMs: noon, result: amount('5'), balance: amount('900') });
  const effects = doneBy(decideBooking({ version: row.version, slots, entry }, factsOf({ row })));
  const journals = effects.journals ?? [];
  expect(journals.map(({ kind, ref }) => `${kind} ${ref}`)).toEqual(
    slots.map(({ slotMs }) => `strategy_result strategy_slot:${slotMs}`),
  );
  expect(journals.map((one) => one.postings.find(({ account }) => account === 'strategy')?.amount)).toEqual(
    made,
  );
  const trades = (effects.appends ?? []).map(
    ({ row: trade }) => trade as { slotMs: number; journalSeq: bigint },
  );
  expect(trades.map(({ slotMs, journalSeq }) => [slotMs, journalSeq])).toEqual(
    trades.map(({ slotMs }) => [slotMs, 5n + BigInt((slotMs - noon) / SLOT_MS)]),
  );
  const total = made.reduce((sum, one) => sum + one, 0n);
  expect(rowOf(effects)).toEqual({
    ...row,
    nextSlotMs: noon + 3 * SLOT_MS,
    result: amount('5') + total,
    balance: amount('900') + total,
    dueMs: noon + 3 * SLOT_MS + minute,
    version: row.version + 1,
    armedSeq: entry.seq,
  });
  expect(effects.armings).toMatchObject([{ kind: 'strategy', row: 1n, version: row.version + 1 }]);
});

test('writes no trade for a symbol without a price, and no journal for a slot without trades', () => {
  const row = clockRow({ nextSlotMs: noon });
  const empty = [{ slotMs: noon, references: [] }];
  const effects = doneBy(decideBooking({ version: row.version, slots: empty, entry }, factsOf({ row })));
  expect([effects.journals, effects.appends]).toEqual([[], []]);
  expect(rowOf(effects)).toMatchObject({ nextSlotMs: noon + SLOT_MS, result: 0n });
});

test('ignores a firing of an earlier version, and a firing before the strategy has started', () => {
  const row = clockRow({ nextSlotMs: noon, version: 8 });
  for (const facts of [factsOf({ row }), factsOf({ row: undefined })]) {
    expect(decideBooking({ version: 7, slots, entry }, facts)).toEqual({
      ok: true,
      value: { answer: { fired: false } },
    });
  }
});

test('throws for a slot booked early or out of order', () => {
  const row = clockRow({ nextSlotMs: noon });
  const early = entryAt(entry.timeMs - 1);
  expect(() => decideBooking({ version: row.version, slots, entry: early }, factsOf({ row }))).toThrow(
    'expected slot',
  );
  const later = clockRow({ nextSlotMs: noon + SLOT_MS });
  expect(() => decideBooking({ version: later.version, slots, entry }, factsOf({ row: later }))).toThrow(
    'expected slot',
  );
});

test('throws for a loss that exceeds both the strategy’s account and the house’s equity', () => {
  const day = losingDay();
  const row = clockRow({ day, nextSlotMs: midnight(day) - 48 * SLOT_MS });
  const all = slotsDue(row, midnight(day)).map((slotMs) => ({ slotMs, references: prices }));
  const booking = { version: row.version, slots: all, entry: entryAt(midnight(day)) };
  expect(() => decideBooking(booking, factsOf({ row, house: { custody: '999999' } }))).toThrow(
    'expected equity to cover',
  );
  const house = { custody: '999999', equity: '999999' };
  const effects = doneBy(decideBooking(booking, factsOf({ row, house })));
  const moved = movedIn(effects.journals ?? []);
  // The strategy's account keeps the gains since the last loss. The house bears the rest of each loss.
  expect(rowOf(effects).balance).toBe(amount(moved['strategy'] ?? '0'));
  expect(formatAmount(rowOf(effects).result)).toBe(formatAmount(-amount(moved['custody'] as string)));
  expect(amount(moved['equity'] as string)).toBeLessThan(0n);
});

/** Finds the first day from `DAY` on whose last eight hours make a loss. */
function losingDay(): number {
  for (let day = DAY; ; day += 1) {
    const of = slotsDue({ nextSlotMs: midnight(day) - 48 * SLOT_MS, day }, midnight(day));
    const results = of.flatMap((slotMs) => tradesOfSlot(slotMs, prices).map(({ result }) => result));
    if (results.reduce((sum, one) => sum + one, 0n) < 0n) return day;
  }
}
