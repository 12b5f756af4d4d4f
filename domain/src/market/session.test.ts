/** Sessions, compared with the system's time zone database and with recorded trades around a weekend. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Calendar } from './session.ts';
import { newYorkOffsetMs, sessionAt } from './session.ts';

const at = (iso: string): number => Date.parse(iso);

type Case = readonly [calendar: Calendar, time: string, reopens: string | 'open'];

const cases: readonly Case[] = [
  ['always', '2024-12-25T12:00:00Z', 'open'],
  ['always', '2024-08-10T12:00:00Z', 'open'],
  // Summer: 17:00 in New York is 21:00 UTC.
  ['forex', '2024-08-09T20:59:59.999Z', 'open'],
  ['forex', '2024-08-09T21:00:00Z', '2024-08-11T21:00:00Z'],
  ['forex', '2024-08-11T20:59:59.999Z', '2024-08-11T21:00:00Z'],
  ['forex', '2024-08-11T21:00:00Z', 'open'],
  ['forex', '2024-08-13T21:30:00Z', 'open'],
  // Winter: 22:00 UTC.
  ['forex', '2024-01-12T21:30:00Z', 'open'],
  ['forex', '2024-01-12T22:00:00Z', '2024-01-14T22:00:00Z'],
  // The clocks change while the market is closed. The closing on Friday has the old UTC offset, and the opening on Sunday has
  // the new one.
  ['forex', '2024-03-08T21:59:59Z', 'open'],
  ['forex', '2024-03-08T22:00:00Z', '2024-03-10T21:00:00Z'],
  ['forex', '2024-11-01T20:59:59Z', 'open'],
  ['forex', '2024-11-01T21:00:00Z', '2024-11-03T22:00:00Z'],
  // Metals pause for an hour each day and open an hour later on Sunday.
  ['metal', '2024-08-13T20:59:59.999Z', 'open'],
  ['metal', '2024-08-13T21:00:00Z', '2024-08-13T22:00:00Z'],
  ['metal', '2024-08-13T22:00:00Z', 'open'],
  ['metal', '2024-08-11T21:30:00Z', '2024-08-11T22:00:00Z'],
  ['metal', '2024-08-09T21:00:00Z', '2024-08-11T22:00:00Z'],
  // Holidays: the trading day that ends on the date is skipped.
  ['forex', '2024-12-24T21:59:59Z', 'open'],
  ['forex', '2024-12-24T22:00:00Z', '2024-12-25T22:00:00Z'],
  ['forex', '2024-12-25T12:00:00Z', '2024-12-25T22:00:00Z'],
  ['metal', '2024-12-25T12:00:00Z', '2024-12-25T23:00:00Z'],
  ['forex', '2025-01-01T12:00:00Z', '2025-01-01T22:00:00Z'],
  ['metal', '2024-03-29T12:00:00Z', '2024-03-31T22:00:00Z'],
  ['forex', '2024-03-29T12:00:00Z', 'open'],
  ['metal', '2025-04-18T12:00:00Z', '2025-04-20T22:00:00Z'],
  // A New Year's Day on a Friday extends the weekend.
  ['forex', '2020-12-31T22:00:00Z', '2021-01-03T22:00:00Z'],
];

describe('sessionAt', () => {
  test.each(cases)('returns for the %s calendar at %s the state %s', (calendar, time, reopens) => {
    const session = sessionAt(calendar, at(time));
    expect(session).toEqual(
      reopens === 'open' ? { open: true, reopensAtMs: null } : { open: false, reopensAtMs: at(reopens) },
    );
  });

  test('is open at the returned reopening time and closed a millisecond before it', () => {
    const instants = fc.integer({ min: at('2008-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.constantFrom<Calendar>('forex', 'metal'), instants, (calendar, instant) => {
        const { open, reopensAtMs } = sessionAt(calendar, instant);
        if (open) return reopensAtMs === null;
        if (reopensAtMs === null || reopensAtMs <= instant) return false;
        return sessionAt(calendar, reopensAtMs).open && !sessionAt(calendar, reopensAtMs - 1).open;
      }),
    );
  });
});

test('computes the same UTC offset of New York as the time zone database', () => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });
  const offsetOf = (timeMs: number): string =>
    format.formatToParts(timeMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
  const check = (timeMs: number) =>
    expect(offsetOf(timeMs)).toBe(newYorkOffsetMs(timeMs) === -4 * 3_600_000 ? 'GMT-04:00' : 'GMT-05:00');
  for (let year = 2008; year < 2036; year += 1) {
    for (const hour of [at(`${year}-01-01T04:30:00Z`), at(`${year}-12-31T23:59:59Z`)]) check(hour);
    for (let day = 1; day <= 15; day += 1) {
      for (const month of ['03', '11']) {
        const text = `${year}-${month}-${String(day).padStart(2, '0')}`;
        for (const time of ['05:59:59', '06:00:00', '06:59:59', '07:00:00']) check(at(`${text}T${time}Z`));
      }
    }
  }
});

/** The times of a fixture's minute bars. */
function minutesOf(file: string): number[] {
  const text = readFileSync(new URL(`../../../fixtures/market/${file}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]) * 1000);
}

test('is open at the time of every recorded euro trade, and closed during the weekend without trades', () => {
  const minutes = minutesOf('EURUSD_oanda_1m_bid_2014-05-09_12_weekend.csv');
  expect(minutes.filter((minute) => !sessionAt('forex', minute).open)).toEqual([]);
  const friday = minutes.filter((minute) => minute < at('2014-05-10T00:00:00Z')).at(-1) ?? 0;
  const sunday = minutes.find((minute) => minute > friday);
  expect(sessionAt('forex', friday + 60_000)).toEqual({ open: false, reopensAtMs: sunday });
});

test('matches the recorded weekend of gold, whose market opens an hour after that of currencies', () => {
  const minutes = minutesOf('XAUUSD_oanda_1m_bid_2014-05-09_12_weekend.csv');
  expect(minutes.filter((minute) => !sessionAt('metal', minute).open)).toEqual([]);
  const friday = minutes.filter((minute) => minute < at('2014-05-10T00:00:00Z')).at(-1) ?? 0;
  const sunday = minutes.find((minute) => minute > friday);
  expect(sunday).toBe(at('2014-05-11T22:00:00Z'));
  expect(sessionAt('metal', friday + 60_000)).toEqual({ open: false, reopensAtMs: sunday });
});

test("matches the recorded end of gold's daily pause", () => {
  const minutes = minutesOf('XAUUSD_oanda_1m_bid_2014-05-08_pause.csv');
  const pause = at('2014-05-08T21:30:00Z');
  expect(sessionAt('metal', pause)).toEqual({
    open: false,
    reopensAtMs: minutes.find((minute) => minute > pause),
  });
});
