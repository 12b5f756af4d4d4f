/** The figures for investing an amount, and the tier that it belongs to. */
import { expect, test } from 'vitest';
import { joinFigures } from './join-figures.ts';
import type { Tier } from './join-figures.ts';

const tier = (id: string, change: Partial<Tier>): Tier => ({
  ...{ id, name: id, min: '500', max: '5000', rate_min: '1.83', rate_max: '2.01', yearly_min: '667.95' },
  ...{ yearly_max: '733.65', days: 2, limit_per_account: null, used: 0, places: 10, places_left: 5 },
  ...{ early_fee_rate: '1', terms_version: 0, open: true, closed_by: null, latest: null },
  ...change,
});
const small = tier('1', { limit_per_account: 2 });
const large = tier('2', { min: '5000', max: '50000', rate_min: '2.46', rate_max: '2.73', days: 3 });
const of = (typed: string, opened = small, available = '100000') =>
  joinFigures(typed, { tiers: [opened, large], opened, available });

test.each([
  ['', 'empty'],
  ['0', 'empty'],
  ['499.99999999', 'out_of_range'],
  ['500', undefined],
  ['4999.99999999', undefined],
  ['5000', undefined],
  ['50000', undefined],
  ['50000.00000001', 'out_of_range'],
])('accepts the amount "%s" in its tier or reports its problem: %s', (typed, problem) =>
  expect(of(typed).problem).toBe(problem),
);

test('computes with the tier that an amount belongs to, whichever tier was opened', () => {
  expect(of('4999.99999999').tier.id).toBe('1');
  expect(of('5000')).toMatchObject({ tier: { id: '2' }, dayMin: '123', dayMax: '136.5' });
  expect(of('5000', tier('1', { open: false, closed_by: 'cover' }))).toMatchObject({
    tier: { id: '2' },
    problem: undefined,
  });
});

test('stays with the opened tier while an amount belongs to none', () => {
  for (const typed of ['', '499', '50000.00000001']) expect(of(typed).tier.id).toBe('1');
});

test.each([
  ['more than the balance', of('600', small, '599.99999999'), 'too_much'],
  ['a closed tier', of('600', tier('1', { open: false, closed_by: 'cover' })), 'closed'],
  [
    'a tier that was joined twice already',
    of('600', tier('1', { limit_per_account: 2, used: 2 })),
    'used_up',
  ],
])('rejects an investment: %s', (_, { problem }, expected) => expect(problem).toBe(expected));

test("computes a day's income and the early exit fee exactly", () => {
  expect(of('500')).toMatchObject({ dayMin: '9.15', dayMax: '10.05', earlyFee: '5' });
  expect(of('500.00000001')).toMatchObject({ dayMin: '9.15', dayMax: '10.05', earlyFee: '5.00000001' });
});
