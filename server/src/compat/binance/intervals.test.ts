/** The times at which intervals and windows begin and end. */
import { expect, test } from 'vitest';
import { intervals, joinedBy } from './intervals.ts';
import { windowMs, zoneMs } from './windows.ts';

const at = (text: string): number => Date.parse(`${text}Z`);

test.each([
  ['1s', '2026-11-28T10:11:12', '2026-11-28T10:11:13'],
  ['3m', '2026-11-28T10:09:00', '2026-11-28T10:12:00'],
  ['8h', '2026-11-28T08:00:00', '2026-11-28T16:00:00'],
  ['1d', '2026-11-28T00:00:00', '2026-11-29T00:00:00'],
  ['3d', '2026-11-27T00:00:00', '2026-11-30T00:00:00'],
  ['1w', '2026-11-23T00:00:00', '2026-11-30T00:00:00'],
  ['1M', '2026-11-01T00:00:00', '2026-12-01T00:00:00'],
])('the interval %s of a time begins at %s and ends before %s', (name, start, end) => {
  const interval = intervals.get(name);
  const startMs = interval?.startOf(at('2026-11-28T10:11:12.345')) ?? 0;
  expect(startMs).toBe(at(start));
  expect(interval?.after(startMs)).toBe(at(end));
});

test('supports the sixteen intervals of the exchange', () => {
  expect([...intervals.keys()].join(' ')).toBe('1s 1m 3m 5m 15m 30m 1h 2h 4h 6h 8h 12h 1d 3d 1w 1M');
});

test('groups days into calendar months', () => {
  const month = intervals.get('1M');
  if (month === undefined) throw new Error('expected an interval of months');
  const day = (text: string, price: bigint) => ({
    ...{ startMs: at(text), open: price, high: price + 1n, low: price - 1n, close: price, volume: 2n },
  });
  expect(
    joinedBy(month, [
      day('2026-02-27T00:00', 10n),
      day('2026-02-28T00:00', 20n),
      day('2026-03-01T00:00', 5n),
    ]),
  ).toEqual([
    { startMs: at('2026-02-01T00:00'), open: 10n, high: 21n, low: 9n, close: 20n, volume: 4n },
    { startMs: at('2026-03-01T00:00'), open: 5n, high: 6n, low: 4n, close: 5n, volume: 2n },
  ]);
});

test.each([
  ['1m', 60_000],
  ['59m', 3_540_000],
  ['23h', 82_800_000],
  ['7d', 604_800_000],
  ['60m', undefined],
  ['8d', undefined],
  ['0m', undefined],
  ['1d2h', undefined],
  ['1w', undefined],
])('returns the length of the window %s in milliseconds: %s', (name, ms) => {
  expect(windowMs(name)).toBe(ms);
});

test.each([
  ['0', 0],
  ['8', 28_800_000],
  ['-1:00', -3_600_000],
  ['05:45', 20_700_000],
  ['14:00', 50_400_000],
  ['14:01', undefined],
  ['-12:01', undefined],
  ['x', undefined],
])('returns the offset of the zone %s in milliseconds: %s', (name, ms) => {
  expect(zoneMs(name)).toBe(ms);
});
