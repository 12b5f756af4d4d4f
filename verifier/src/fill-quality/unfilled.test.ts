/** Orders that ended without a fill: how the price moved a minute later, and when a house refuses too many of one kind. */
import { expect, test } from 'vitest';
import type { TapeEntry } from '../chain.ts';
import { EntryPages } from './entries.ts';
import { readLine } from './lines.ts';
import type { PublicLine, UnfilledLine } from './lines.ts';
import { oneSided, unfilledOutcomes, unfilledRows } from './unfilled.ts';
import type { UnfilledOutcome } from './unfilled.ts';

/** Entries at the given seconds and bids, with the ask one higher; a step without a bid is a gap. */
function tapeOf(...steps: readonly (readonly [seconds: number, bid?: number])[]): readonly TapeEntry[] {
  let bid = 0;
  return steps.map(([seconds, given], at) => {
    bid = given ?? bid;
    const time = { time_ms: seconds * 1000, feed_time_ms: seconds * 1000 };
    const price = { bid: String(bid), ask: String(bid + 1), last: String(bid), volume: '0' };
    const isGap = given === undefined;
    return {
      seq: at + 1,
      ...time,
      ...price,
      hash: 'a'.repeat(64),
      gap: isGap,
      kind: isGap ? 'gap' : 'quote',
    };
  });
}

const tape = tapeOf([10, 100], [20, 101], [30], [69, 90], [70, 103], [80, 101], [90, 99], [500, 120]);
const lineOf = (side: 'buy' | 'sell', ended: number | '', reason = 'liquidity_insufficient'): PublicLine => {
  const fields = ['spot', 'BTC/USDT', side, 'market', reason, 10_000, 1, 500, '', ended, 20_000];
  const line = readLine([`${'b'.repeat(64)}`, 'unfilled', ...fields].join('|'));
  if (line === undefined) throw new Error('expected the line to be readable');
  return line;
};

async function outcomes(...lines: PublicLine[]): Promise<readonly string[]> {
  const pages = new EntryPages(async (_, from, limit) =>
    tape.filter(({ seq }) => seq >= from).slice(0, limit),
  );
  return (await unfilledOutcomes(pages, lines)).map(({ outcome }) => outcome);
}

test.each([
  ['a buyer before a rise', 'buy', 1, 'gained'],
  ['a seller before a rise', 'sell', 1, 'lost'],
  ['a buyer before the same price', 'buy', 2, 'even'],
  ['a buyer before the first quote after a minute, however late', 'buy', 5, 'gained'],
  ['an order that ended at an entry without a quote', 'buy', 3, 'even'],
  ['an order that no entry ended', 'buy', '', 'even'],
  ['an order without a quote a minute later', 'buy', 8, 'undecided'],
] as const)('judges %s', async (_, side, ended, outcome) => {
  expect(await outcomes(lineOf(side, ended))).toEqual([outcome]);
});

const outcomeOf = (
  outcome: UnfilledOutcome['outcome'],
  minute: number,
  reason = 'liquidity_insufficient',
): UnfilledOutcome => ({
  line: lineOf('buy', 1, reason) as UnfilledLine,
  outcome,
  endedMs: minute * 60_000,
});
const many = (count: number, ...args: [UnfilledOutcome['outcome'], reason?: string]) =>
  Array.from({ length: count }, (_, at) => outcomeOf(args[0], at, args[1]));

test('counts orders by reason', () => {
  const found = [outcomeOf('gained', 1), outcomeOf('even', 2), outcomeOf('lost', 3, 'price_moved')];
  expect(unfilledRows(found)).toEqual([
    { reason: 'liquidity_insufficient', count: 2, gained: 1, lost: 0, undecided: 0 },
    { reason: 'price_moved', count: 1, gained: 0, lost: 1, undecided: 0 },
  ]);
});

test.each([
  ['reports a platform whose every refusal would have paid the customer', many(20, 'gained'), 1],
  ['reports nothing that chance could explain', many(19, 'gained'), 0],
  ['reports no refusals that spared customers a loss', many(200, 'lost'), 0],
  [
    'reports no orders cancelled for moved prices, which the tape proves',
    many(200, 'gained', 'price_moved'),
    0,
  ],
  [
    'counts orders of one minute once, since the same price move decides them',
    Array.from({ length: 200 }, () => outcomeOf('gained', 1)),
    0,
  ],
  [
    'reports nothing if as many moved in either direction',
    Array.from({ length: 200 }, (_, at) => outcomeOf(at % 2 === 0 ? 'gained' : 'lost', at)),
    0,
  ],
  [
    'reports a platform that lets some losses through',
    Array.from({ length: 200 }, (_, at) => outcomeOf(at % 4 === 0 ? 'lost' : 'gained', at)),
    1,
  ],
])('%s', (_, found, faults) => {
  expect(oneSided(found)).toHaveLength(faults);
});
