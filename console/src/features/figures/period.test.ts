/** The periods of the charts, and the spans of an answer. */
import { expect, test } from 'vitest';
import { DAY, HOUR, askedOf, startsOf } from './period.ts';

const MIDNIGHT = 20_000 * DAY;
const NOW = MIDNIGHT + 9 * HOUR + 1234;

test.each([
  ['day', 'hour', MIDNIGHT - 14 * HOUR, MIDNIGHT + 10 * HOUR, 24],
  ['week', 'day', MIDNIGHT - 6 * DAY, MIDNIGHT + DAY, 7],
  ['month', 'day', MIDNIGHT - 29 * DAY, MIDNIGHT + DAY, 30],
] as const)('for a %s, asks for each %s up to the current one', (period, span, from, to, spans) => {
  expect(askedOf(period, NOW)).toEqual({ span, from, to });
  expect(startsOf(askedOf(period, NOW))).toHaveLength(spans);
});

test('for a chosen day, asks for its hours', () => {
  expect(askedOf({ day: MIDNIGHT }, NOW)).toEqual({ span: 'hour', from: MIDNIGHT, to: MIDNIGHT + DAY });
});

test('asks the same within an hour, so that the answer is kept', () => {
  expect(askedOf('day', NOW)).toEqual(askedOf('day', NOW + 1000));
  expect(askedOf('week', NOW)).toEqual(askedOf('week', NOW + 10 * HOUR));
});

test('lists the beginnings of the spans, the end excluded', () => {
  expect(startsOf({ span: 'day', from: 0, to: 2 * DAY })).toEqual([0, DAY]);
  expect(startsOf({ span: 'hour', from: 0, to: 0 })).toEqual([]);
});
