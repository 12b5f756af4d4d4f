/**
 * Publishing a day, one case per row: the amounts returned and set aside, whether the fund stays open, and when publication must
 * wait.
 */
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { expect, test } from 'vitest';
import { decidePublishing } from './publishing.ts';
import type { FundBand, Publishing } from './publishing.ts';
import type { DayRate, PublishedDay } from './tables.ts';
import { clockRow, DAY, doneBy, entryAt, factsOf, midnight, movedIn, rowOf } from './testing/facts.ts';
import type { World } from './testing/facts.ts';

const band = (project: number, change: Partial<FundBand> = {}): FundBand => ({
  ...{ project, termsVersion: 0, rateMin: amount('0.01'), rateMax: amount('0.02'), current: true },
  ...change,
});
const entry = entryAt(midnight(DAY));

function publishing(change: Partial<Publishing> = {}): Publishing {
  return { version: 7, entry, bands: [band(1)], waiting: false, left: 0n, ...change };
}

type Case = {
  readonly result: string;
  readonly balance: string;
  readonly principal?: string;
  readonly left?: string;
  readonly closed?: boolean;
};

/**
 * The outcome: `moved` are the postings, `closes` is the change of the counter that closes the fund, `next` is the balance on the
 * next day.
 */
test.each([
  [
    'a day without orders',
    { result: '50000', balance: '50000' },
    { moved: {}, reserved: '0', rate: '0.02', covered: true, closes: 0n, next: '50000' },
  ],
  [
    'a day with a gain',
    { result: '50000', balance: '70000', principal: '1000000' },
    {
      moved: { strategy: '-20000', income_escrow: '20000' },
      ...{ reserved: '20000', rate: '0.02', covered: true, closes: 0n, next: '50000' },
    },
  ],
  [
    'a day with half of the result that the capital would earn at the upper end of the band',
    { result: '20000', balance: '70000', principal: '1000000' },
    {
      moved: { strategy: '-10000', income_escrow: '10000' },
      ...{ reserved: '10000', rate: '0.01', covered: true, closes: 0n, next: '60000' },
    },
  ],
  [
    'a day with a loss',
    { result: '-1', balance: '70000', principal: '1000000' },
    { moved: {}, reserved: '0', rate: '0', covered: true, closes: 0n, next: '70000' },
  ],
  [
    'a day with an unused reserve, which counts as available',
    { result: '50000', balance: '5000', principal: '1000000', left: '5000' },
    {
      moved: { strategy: '0', income_escrow: '0' },
      // A quarter of the 40,000 that the capital would have earned at two per cent is available.
      ...{ reserved: '5000', rate: '0.005', covered: true, closes: 0n, next: '5000' },
    },
  ],
  [
    'a day with a loss and an unused reserve',
    { result: '-5', balance: '5000', principal: '1000000', left: '300' },
    {
      moved: { strategy: '300', income_escrow: '-300' },
      ...{ reserved: '0', rate: '0', covered: false, closes: ONE, next: '5300' },
    },
  ],
  [
    'a day on which the account doesn’t cover the lower end of the band, which closes the fund',
    { result: '9000', balance: '9000', principal: '1000000' },
    {
      moved: { strategy: '-4500', income_escrow: '4500' },
      ...{ reserved: '4500', rate: '0.0045', covered: false, closes: ONE, next: '4500' },
    },
  ],
  [
    'a day without cover while the fund is already closed',
    { result: '0', balance: '9000', principal: '1000000', closed: true },
    { moved: {}, reserved: '0', rate: '0', covered: false, closes: 0n, next: '9000' },
  ],
  [
    'a day with cover, which reopens the fund',
    { result: '0', balance: '10000', principal: '1000000', closed: true },
    { moved: {}, reserved: '0', rate: '0', covered: true, closes: -ONE, next: '10000' },
  ],
] as const satisfies readonly (readonly [string, Case, object])[])(
  'computes the outcome of publishing %s',
  (_, given: Case, expected) => {
    const row = clockRow({ result: amount(given.result), balance: amount(given.balance) });
    const counters = { fund_closed: given.closed === true ? '1' : '0' };
    const weights = given.principal === undefined ? {} : { '1:0': given.principal };
    const effects = doneBy(
      decidePublishing(publishing({ left: amount(given.left ?? '0') }), factsOf({ row, counters, weights })),
    );
    const [day, ...rates] = (effects.appends ?? []).map(({ row: appended }) => appended);
    const { reserved, covered, result, returned, journalSeq } = day as PublishedDay;
    expect({
      moved: movedIn(effects.journals ?? []),
      reserved: formatAmount(reserved),
      rate: (rates as DayRate[]).map(({ rate }) => formatAmount(rate)).join(' '),
      covered,
      closes: effects.counts?.find(({ counter }) => counter === 'fund_closed')?.by,
      next: formatAmount(rowOf(effects).balance),
    }).toEqual(expected);
    expect([formatAmount(result), formatAmount(returned)]).toEqual([given.result, given.left ?? '0']);
    const kinds = (effects.journals ?? []).map(({ kind }) => kind);
    expect(journalSeq).toBe(reserved === 0n ? null : 5n + BigInt(kinds.indexOf('fund_reserve')));
    expect(rowOf(effects)).toMatchObject({ day: DAY + 1, result: 0n, version: 8, armedSeq: 12n });
  },
);

test('publishes a rate for an earlier version of terms only if the fund holds principal under that version', () => {
  const bands = [
    band(1),
    band(1, { termsVersion: 1, current: false }),
    band(2, { termsVersion: 2, current: false }),
  ];
  const row = clockRow({ result: amount('9'), balance: amount('9') });
  const weights = { '2:2': '100' };
  const effects = doneBy(decidePublishing(publishing({ bands }), factsOf({ row, weights })));
  const rates = (effects.appends ?? []).slice(1).map(({ row: rate }) => rate as DayRate);
  expect(rates.map(({ project, termsVersion }) => `${project}:${termsVersion}`)).toEqual(['1:0', '2:2']);
});

test('publishes nothing while a payment due before midnight is open, and fires again a second later', () => {
  const row = clockRow({ result: amount('9'), balance: amount('9') });
  const effects = doneBy(decidePublishing(publishing({ waiting: true }), factsOf({ row })));
  expect([effects.journals ?? [], effects.appends ?? []]).toEqual([[], []]);
  expect(rowOf(effects)).toEqual({ ...row, dueMs: entry.timeMs + 1000, version: 8, armedSeq: entry.seq });
});

test('assumes no capital if results are reported, and then fires at the end of the next day', () => {
  const row = clockRow({ firstSlotMs: null, nextSlotMs: null, result: amount('10'), balance: amount('10') });
  const effects = doneBy(decidePublishing(publishing(), factsOf({ row, weights: { '1:0': '1000' } })));
  const [day, rate] = (effects.appends ?? []).map(({ row: appended }) => appended) as [PublishedDay, DayRate];
  expect([day.capital, formatAmount(rate.rate), formatAmount(day.wanted)]).toEqual([0n, '0.01', '20']);
  expect(rowOf(effects)).toMatchObject({ nextSlotMs: null, dueMs: midnight(DAY + 1) });
});

test('ignores a firing for an earlier version', () => {
  const facts = factsOf({ row: clockRow({ version: 8 }) });
  expect(decidePublishing(publishing(), facts)).toEqual({ ok: true, value: { answer: { fired: false } } });
});

const broken: readonly (readonly [string, Partial<Publishing>, World])[] = [
  ['before the day has ended', { entry: entryAt(midnight(DAY) - 1) }, { row: clockRow() }],
  ['before its last slot is booked', {}, { row: clockRow({ nextSlotMs: midnight(DAY) - 600_000 }) }],
];
test.each(broken)('throws when a day is published %s', (_, change, world) => {
  expect(() => decidePublishing(publishing(change), factsOf(world))).toThrow(
    `expected day ${DAY} to be published`,
  );
});
