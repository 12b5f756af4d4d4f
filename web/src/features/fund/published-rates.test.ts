/** The published rates of a tier, for its chart. */
import { expect, test } from 'vitest';
import { ratesOf } from './published-rates.ts';

const day = (date: string, rates: readonly [project: string, version: number, rate: string][]) => ({
  ...{ day: date, result: '1', balance: '1', wanted: '1', reserved: '1', covered: true, published_at: 0 },
  rates: rates.map(([project_id, terms_version, rate]) => ({
    ...{ project_id, terms_version, principal: '0', principal_ms: '0', rate, yearly: `${rate}0` },
  })),
});

test("returns a tier's rates for its newest terms, oldest first", () => {
  const days = [
    day('2026-03-02', [
      ['1', 0, '1.9'],
      ['1', 1, '1.5'],
      ['2', 0, '2.5'],
    ]),
    day('2026-03-01', [['1', 0, '0']]),
    day('2026-02-28', [['2', 0, '2.4']]),
  ];
  expect(ratesOf({ days }, '1')).toEqual([
    { seconds: Date.UTC(2026, 2, 1, 12) / 1000, rate: '0', yearly: '00' },
    { seconds: Date.UTC(2026, 2, 2, 12) / 1000, rate: '1.5', yearly: '1.50' },
  ]);
  expect(ratesOf({ days: [] }, '1')).toEqual([]);
});
