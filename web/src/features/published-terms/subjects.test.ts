/** Headings, figures and versions of published terms. */
import { expect, test } from 'vitest';
import { figuresOf, standingOf, subjectOf, unitOf, versionsShown } from './subjects.ts';
import type { Version } from './subjects.ts';

const version = (change: Partial<Version>): Version => ({
  ...{ version: 1, effective_at: 100, until: null, current: false, body: { open: true } },
  ...change,
});

test.each([
  ['deposit:BTC:bitcoin', { group: 'deposit', parts: ['BTC', 'bitcoin'] }],
  ['instrument:EUR/USD', { group: 'instrument', parts: ['EUR/USD'] }],
  ['manual', { group: 'manual', parts: [] }],
  ['fund:2', { group: 'fund', parts: ['2'] }],
  ['loan', { group: 'loan', parts: [] }],
  ['option:BTC/USDT', { group: 'option', parts: ['BTC/USDT'] }],
  ['of tomorrow:x', undefined],
])('returns the group and the parts of the subject %s, if it is known', (subject, expected) =>
  expect(subjectOf(subject)).toEqual(expected),
);

test('returns the known figures in a fixed order', () => {
  const body = { fee_rate: '0.001', max: '3', min: '1', open: true, unheard_of: '1' };
  expect(figuresOf(version({ body })).map(({ name }) => name)).toEqual(['open', 'min', 'max', 'fee_rate']);
});

test.each([
  ['fee_rate', undefined, 'percent'],
  ['financing_long_rate', 'BTC/USDT', 'percent'],
  ['payout_120', 'BTC/USDT', 'percent'],
  ['leverage_max', 'EUR/USD', 'times'],
  ['cool_off_seconds', undefined, 'seconds'],
  ['max', 'BTC', { currency: 'BTC' }],
  ['unused_max', undefined, { currency: undefined }],
  ['quantity_max', 'BTC/USDT', { currency: 'BTC' }],
  ['contract_min', 'BTC/USDT', { currency: 'BTC' }],
  ['contract_min', 'EUR/USD', 'lots'],
  ['stake_min_usdt', 'EUR/USD', { currency: 'USDT' }],
  ['min', '2', { currency: 'USDT' }],
  ['max', undefined, { currency: 'USDT' }],
  ['rate_max', '2', 'percent'],
  ['level_3', undefined, 'percent'],
  ['overdue_cap', undefined, 'percent'],
  ['days', '2', { currency: undefined }],
  ['score_min', undefined, { currency: undefined }],
] as const)('returns the unit of the figure %s of the subject %s: %o', (name, of, expected) =>
  expect(unitOf(name, of)).toEqual(expected),
);

test.each([
  ['is in force now', { current: true }, 'current'],
  ['will be in force', { effective_at: 201 }, 'coming'],
  ['was in force', { until: 150 }, 'over'],
  ['was never in force', { effective_at: 300, until: 250 }, 'replaced'],
] as const)('returns the state of a version that %s', (_, change, expected) =>
  expect(standingOf(version(change), 200)).toBe(expected),
);

test('sorts the version in force first, then future versions, then past versions', () => {
  const versions = [
    version({ version: 0, effective_at: 0, until: 100 }),
    version({ version: 1, until: 300, current: true }),
    version({ version: 2, effective_at: 300, until: 400 }),
    version({ version: 3, effective_at: 400 }),
  ];
  expect(versionsShown(versions, 200).map((one) => one.version)).toEqual([1, 3, 2, 0]);
});
