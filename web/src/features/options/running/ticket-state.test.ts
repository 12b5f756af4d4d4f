/** The displayed state of a ticket from acceptance to result. */
import { expect, test } from 'vitest';
import { toyTicket } from '../../../live/testing/toy-ticket.ts';
import { clockText, secondsLeft, stageOf, standingOf, ticketsShown } from './ticket-state.ts';

const start = 1_700_000_000;

test.each([
  [{ strike: null }, start + 1, 'accepted'],
  [{}, start + 1, 'running'],
  [{}, undefined, 'running'],
  [{}, start + 59, 'running'],
  [{}, start + 60, 'settling'],
  [{ strike: null }, start + 61, 'settling'],
  [{ status: 'tied' }, start + 61, 'ended'],
  [{ status: 'void' }, start + 1, 'ended'],
] as const)('returns the stage of a ticket with %o at second %s: %s', (changes, second, stage) =>
  expect(stageOf(toyTicket(changes), second)).toBe(stage),
);

test.each([
  [start - 3, 60, '1:00'],
  [start, 60, '1:00'],
  [start + 1, 59, '0:59'],
  [start + 59, 1, '0:01'],
  [start + 60, 0, '0:00'],
  [start + 75, 0, '0:00'],
])('returns the seconds left at second %s: %s', (second, left, text) => {
  expect(secondsLeft(toyTicket(), second)).toBe(left);
  expect(clockText(left)).toBe(text);
});

test.each([
  ['up', '60000.01', 'above', 'win'],
  ['up', '59999.99', 'below', 'lose'],
  ['down', '60000.01', 'above', 'lose'],
  ['down', '59999.99', 'below', 'win'],
  ['down', '60000', 'at', 'tie'],
] as const)(
  'reports for a ticket %s at the price %s that the price is %s the strike and that the ticket would %s',
  (side, last, place, would) =>
    expect(standingOf(toyTicket({ side }), { last, seq: 41 })).toEqual({ place, would }),
);

test('returns nothing for a price from before the strike', () => {
  expect(standingOf(toyTicket(), { last: '60001', seq: 40 })).toBeUndefined();
  expect(standingOf(toyTicket({ strike: null }), { last: '60001', seq: 50 })).toBeUndefined();
  expect(standingOf(toyTicket(), undefined)).toBeUndefined();
});

test('returns running tickets, and returns settled tickets for ten minutes unless they were dismissed', () => {
  const ended = (id: string, settled: number) =>
    toyTicket({ id, status: 'lost', settled_at: start + settled });
  const list = [toyTicket({ id: '9' }), ended('8', 400), ended('7', 400), ended('6', 0)];
  const shown = (second: number | undefined) =>
    ticketsShown(list, { openedSecond: second, dismissed: new Set(['7']) }).map(({ id }) => id);
  expect(shown(start + 600)).toEqual(['9', '8']);
  expect(shown(start + 1000)).toEqual(['9']);
  expect(shown(undefined)).toEqual(['9']);
});
