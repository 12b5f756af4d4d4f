/** Triggers of fills: a fill is accepted only at the first entry that reaches the trigger. */
import { expect, it } from 'vitest';
import type { FillBundle } from './bundle.ts';
import { verifyBundle } from './bundle.ts';
import { SYMBOL, madeCheckpoints, madeEntries, rechained, signer } from './testing/made-tape.ts';

const key = signer();
/**
 * Bids are 100.01 101.01 102.01 99.01 98.01 98.01 103.01 97.01 96.01 95.01, and asks 0.01 higher. The sixth entry is a gap,
 * which repeats the prices of the fifth.
 */
const LASTS = ['100', '101', '102', '99', '98', '98', '103', '97', '96', '95'];
const entries = madeEntries(
  LASTS.map((last, at) => ({ time_ms: 1_700_000_000_000 + at * 1000, last, ...(at === 5 && { gap: true }) })),
);
const ACCEPTED = 1_700_000_000;

type Part = { readonly fill: object; readonly waited: object };

function bundleOf({ fill, waited }: Part): FillBundle {
  return {
    ...{ candor: 2, kind: 'fill', entries, public_key: key.publicKey },
    checkpoints: madeCheckpoints(entries, [1, 10], { key }),
    fill: { symbol: SYMBOL, quantity: '1', ...fill } as unknown as FillBundle['fill'],
    waited: { from_seq: 1, armed_seq: 1, ...waited },
  };
}

/** Returns, by verdict, the numbers of the entries at which a fill at the entry's price gets the verdict. */
function deciding(of: (seq: number, price: { bid: string; ask: string }) => Part): Record<string, number[]> {
  const by: Record<string, number[]> = {};
  for (const { seq, bid, ask } of entries.slice(1)) {
    const { state, findings } = verifyBundle(bundleOf(of(seq, { bid, ask })));
    const found = state === 'proved' ? state : findings.map(({ code }) => code).join(' ');
    (by[found] ??= []).push(seq);
  }
  return by;
}

it('accepts the fill of a limit purchase only at the first ask at or below the limit', () => {
  const by = deciding((seq, { ask }) => ({
    fill: { kind: 'spot', side: 'buy', price: ask, tape_seq: seq, limit: '98.02' },
    waited: { for: 'limit', level: '98.02' },
  }));
  expect(by).toEqual({
    proved: [5],
    'worse_than_limit level_not_reached': [2, 3, 4],
    'fill_on_gap level_reached_before level_not_reached': [6],
    'worse_than_limit level_reached_before level_not_reached': [7],
    level_reached_before: [8, 9, 10],
  });
});

it('accepts the opening of a resting short only at the first bid at or above the limit', () => {
  const by = deciding((seq, { bid }) => ({
    fill: { kind: 'open', side: 'short', price: bid, tape_seq: seq, limit: '103' },
    waited: { for: 'limit', level: '103' },
  }));
  expect(by['proved']).toEqual([7]);
});

/** A change request that is newer than every entry here. */
const ASKED_LATE = { change_ms: 1_700_000_100_000, change_seq: 2 };
const CLOSED = { kind: 'close', side: 'long', entry_price: '100', contract_size: '1', rate: '1' };
it.each<[string, object, number]>([
  ['a take-profit', { for: 'take_profit', level: '102.01' }, 3],
  ['a stop', { for: 'stop_loss', level: '98.5' }, 5],
  ['a profit lock', { for: 'profit_lock', level: '99.01' }, 4],
  // The best bid is 102.01; 99.01 is three below it.
  ['a trailing stop', { for: 'trailing', level: '3' }, 4],
  // Armed at entry 4: the best bid is 103.01, at entry 7, and entry 8 is the first with a bid at least three below it.
  ['a trailing stop that was armed later', { for: 'trailing', level: '3', armed_seq: 4, from_seq: 4 }, 8],
  // 4 − 0 ± 1 × (bid − 100) is at most 2 at bids up to 98, which 98.01 does not reach.
  ['the loss of half the margin', { for: 'close_out', margin: '4', initial_margin: '4', financing: '0' }, 8],
  // Financing of 0.01 moves the liquidation price to 98.01.
  [
    'the loss of half the margin after a night',
    { for: 'close_out', margin: '4', initial_margin: '4', financing: '0.01' },
    5,
  ],
  [
    'the loss of half the margin before the added margin counts',
    {
      for: 'close_out',
      margin: '5.99',
      waiting_margin: '1.99',
      initial_margin: '4',
      financing: '0',
      ...ASKED_LATE,
    },
    8,
  ],
  [
    'the loss of half the margin after margin was added',
    { for: 'close_out', margin: '5.99', initial_margin: '4', financing: '0' },
    9,
  ],
])(
  'accepts the closing of a long by %s only at the first bid that reaches the trigger',
  (_, waited, expected) => {
    const by = deciding((seq, { bid }) => ({ fill: { ...CLOSED, price: bid, tape_seq: seq }, waited }));
    expect(by['proved']).toEqual([expected]);
    expect(Object.values(by).flat()).toHaveLength(9);
  },
);

it.each<[string, object, number]>([
  ['a take-profit', { for: 'take_profit', level: '98.02' }, 5],
  ['a stop', { for: 'stop_loss', level: '102.02' }, 3],
  ['a trailing stop', { for: 'trailing', level: '4' }, 7],
  ['the loss of half the margin', { for: 'close_out', margin: '4', initial_margin: '4', financing: '0' }, 3],
])(
  'accepts the closing of a short by %s only at the first ask that reaches the trigger',
  (_, waited, expected) => {
    const by = deciding((seq, { ask }) => ({
      fill: { ...CLOSED, side: 'short', price: ask, tape_seq: seq },
      waited,
    }));
    expect(by['proved']).toEqual([expected]);
  },
);

it.each<[string, object, object, number]>([
  ['sale by its distance', { side: 'sell' }, { level: '3' }, 4],
  // Two percent of the bid of the first entry, 100.01.
  ['sale by a share of the price', { side: 'sell' }, { level: '2.0002', trailing_bps: 200 }, 4],
  ['purchase', { side: 'buy' }, { level: '4' }, 7],
])(
  'accepts the fill of a trailing %s only at the first entry that retraced far enough',
  (_, side, of, expected) => {
    const by = deciding((seq, { bid, ask }) => ({
      fill: {
        kind: 'spot',
        ...side,
        price: 'side' in side && side.side === 'buy' ? ask : bid,
        tape_seq: seq,
      },
      waited: { for: 'trailing', ...of },
    }));
    expect(by['proved']).toEqual([expected]);
    expect(Object.values(by).flat()).toHaveLength(9);
  },
);

it.each([
  ['a distance that differs from its share', { level: '3', trailing_bps: 200 }, 'amount_differs'],
  ['a share of more than the price', { level: '3', trailing_bps: 10_000 }, 'record_unreadable'],
  ['a share of zero', { level: '3', trailing_bps: 0 }, 'record_unreadable'],
])('rejects a trailing stop with %s', (_, of, code) => {
  const { findings } = verifyBundle(
    bundleOf({
      fill: { kind: 'spot', side: 'sell', price: '99.01', tape_seq: 4 },
      waited: { for: 'trailing', ...of },
    }),
  );
  expect(findings.map((found) => found.code)).toEqual([code]);
});

const CLOSED_OUT: Part = {
  fill: { ...CLOSED, price: '97.01', tape_seq: 8 },
  waited: { for: 'close_out', margin: '5.99', initial_margin: '4', financing: '0' },
};
const STOPPED: Part = {
  fill: { ...CLOSED, price: '98.01', tape_seq: 5 },
  waited: { for: 'stop_loss', level: '98.5' },
};

it.each<[string, Part, string[]]>([
  ['holds', STOPPED, []],
  [
    'does not fire at its arming',
    { ...STOPPED, waited: { ...STOPPED.waited, armed_seq: 5, from_seq: 5 } },
    ['seq_differs'],
  ],
  [
    'belongs to a closing only',
    {
      fill: { kind: 'open', side: 'short', price: '98.01', tape_seq: 5 },
      waited: { for: 'stop_loss', level: '98.5' },
    },
    ['record_unreadable'],
  ],
  ['has a level', { ...STOPPED, waited: { for: 'stop_loss' } }, ['record_unreadable']],
  [
    'excludes margin that nobody asked to add',
    { ...CLOSED_OUT, waited: { ...CLOSED_OUT.waited, waiting_margin: '1.99' } },
    ['record_unreadable'],
  ],
  [
    'excludes a negative margin',
    { ...CLOSED_OUT, waited: { ...CLOSED_OUT.waited, waiting_margin: '-1', ...ASKED_LATE } },
    ['record_unreadable'],
  ],
  ['is of a known kind', { ...STOPPED, waited: { for: 'whim', level: '1' } }, ['record_unreadable']],
  [
    'is watched from before its fill',
    { ...STOPPED, waited: { ...STOPPED.waited, from_seq: 6 } },
    ['record_unreadable'],
  ],
])('rejects a fill unless its trigger %s', (_, part, expected) => {
  expect(verifyBundle(bundleOf(part)).findings.map(({ code }) => code)).toEqual(expected);
});

it('rejects an order armed at an entry later than its acceptance', () => {
  const fill = { kind: 'spot', side: 'buy', price: '97.02', tape_seq: 8, limit: '97.5' };
  const judged = (armed: number) =>
    verifyBundle(
      bundleOf({
        fill,
        waited: { for: 'limit', level: '97.5', armed_seq: armed, from_seq: armed, accepted_at: ACCEPTED },
      }),
    ).findings;
  // Clocks may differ by two seconds, and the acceptance is given in whole seconds, so an arming up to three seconds after it is accepted.
  expect([1, 2, 3, 4].map((armed) => judged(armed))).toEqual([[], [], [], []]);
  expect(judged(5)).toMatchObject([{ code: 'seq_differs', params: { field: 'armed_seq', found: '5' } }]);
});

it.each<[string, object, string[]]>([
  ['after the fill', { cancel_ms: madeMs(8) + 1, cancel_seq: 8 }, []],
  // The fill's entry was made before the request and written after it.
  ['while its entry was in flight', { cancel_ms: madeMs(8) + 1, cancel_seq: 7 }, []],
  ['at the time when its entry was made', { cancel_ms: madeMs(8), cancel_seq: 7 }, ['filled_after_cancel']],
  ['before its entry was made', { cancel_ms: madeMs(6), cancel_seq: 6 }, ['filled_after_cancel']],
  ['at an invalid time', { cancel_ms: 'later', cancel_seq: 6 }, ['record_unreadable']],
])('accepts or rejects a fill whose cancellation was requested %s', (_, cancel, expected) => {
  const fill = { kind: 'spot', side: 'buy', price: '97.02', tape_seq: 8, limit: '97.5' };
  const waited = { for: 'limit', level: '97.5', since_ms: madeMs(1), ...cancel };
  expect(verifyBundle(bundleOf({ fill, waited })).findings.map(({ code }) => code)).toEqual(expected);
});

it.each<[string, object, string[]]>([
  ['after its fill', { change_ms: madeMs(5) + 1, change_seq: 5 }, []],
  ['while its entry was in flight', { change_ms: madeMs(5) + 1, change_seq: 4 }, []],
  ['at the time when its entry was made', { change_ms: madeMs(5), change_seq: 4 }, ['closed_after_change']],
  ['before its entry was made', { change_ms: madeMs(3), change_seq: 3 }, ['closed_after_change']],
  ['at an invalid time', { change_ms: -1, change_seq: 3 }, ['record_unreadable']],
])('accepts or rejects a stop whose change was requested %s', (_, change, expected) => {
  const waited = { ...STOPPED.waited, ...change };
  expect(verifyBundle(bundleOf({ ...STOPPED, waited })).findings.map(({ code }) => code)).toEqual(expected);
});

it.each([
  [60_000, []],
  [60_001, ['filled_late_after_cancel']],
])(
  'accepts or rejects a cancelled order’s fill at an earlier quote that arrives %d ms after the request: %j',
  (lateMs, expected) => {
    const cancelMs = ACCEPTED * 1000 + 5500;
    // The sixth entry was made half a second before the request. It and all later entries arrive `lateMs` after the request.
    const made = (at: number) => ACCEPTED * 1000 + at * 1000;
    const tape = rechained(
      entries.map((entry, at) => ({
        ...entry,
        // The sixth entry is a gap, which repeats the fifth.
        feed_time_ms: made(at === 5 ? 4 : Math.min(at, 5)),
        time_ms: at < 5 ? made(at) : cancelMs + lateMs,
      })),
    );
    const bundle: FillBundle = {
      ...bundleOf({
        fill: { kind: 'spot', side: 'buy', price: '97.02', tape_seq: 8, limit: '97.5' },
        waited: { for: 'limit', level: '97.5', since_ms: made(0), cancel_ms: cancelMs, cancel_seq: 5 },
      }),
      entries: tape,
      checkpoints: madeCheckpoints(tape, [1, 10], { key }),
    };
    expect(verifyBundle(bundle).findings.map(({ code }) => code)).toEqual(expected);
  },
);

/** Returns when an entry was made: the earlier of the entry's time and the feed's time. */
function madeMs(seq: number): number {
  const entry = entries[seq - 1];
  if (entry === undefined) throw new Error(`expected an entry ${seq}, found none`);
  return Math.min(entry.time_ms, entry.feed_time_ms);
}

it('ignores prices before the entries in the file', () => {
  // From entry 5 on, the best bid is 103.01, and entry 8 is the first with a bid at least three below it. The best bid before
  // entry 5 is unknown, so earlier entries cannot be excluded.
  const waited = { for: 'trailing', level: '3', armed_seq: 1, from_seq: 5 };
  const by = deciding((seq, { bid }) => ({ fill: { ...CLOSED, price: bid, tape_seq: seq }, waited }));
  expect(by['proved']).toEqual([5, 7, 8]);
});

it.each<[string, object, number | undefined]>([
  ['a stop', { for: 'stop', level: '98.5' }, 5],
  ['a limit whose stop is far away', { for: 'limit', level: '103', other_level: '90' }, 7],
  // The stop is reached at entry 5, before the limit at entry 7.
  ['a limit whose stop was reached before', { for: 'limit', level: '103', other_level: '98.5' }, undefined],
  ['a stop whose limit is far away', { for: 'stop', level: '98.5', other_level: '110' }, 5],
  // The limit is reached at entry 3.
  ['a stop whose limit was reached before', { for: 'stop', level: '98.5', other_level: '102' }, undefined],
  ['a stop that expires afterwards', { for: 'stop', level: '98.5', expires_ms: madeMs(5) + 1 }, 5],
  ['a stop that expired at its entry', { for: 'stop', level: '98.5', expires_ms: madeMs(5) }, undefined],
])('accepts the fill of a spot sale only at the first entry that reaches it: %s', (_, waited, expected) => {
  const by = deciding((seq, { bid }) => {
    const fill = { kind: 'spot', side: 'sell', price: bid, tape_seq: seq };
    return { fill, waited };
  });
  const isOther = 'other_level' in waited && expected === undefined;
  // The entry that reached the other level first reaches the level that the order waited for, but no price there equals its
  // level.
  if (isOther)
    expect(by['level_reached_before']).toContain(
      (waited as unknown as { for: string }).for === 'limit' ? 7 : 5,
    );
  else expect(by['proved'] ?? []).toEqual(expected === undefined ? [] : [expected]);
});

it.each([
  ['long', '103', 7],
  ['short', '98.5', 5],
] as const)(
  'accepts the opening of a %s at a stop of %s only at the first entry that reaches it',
  (side, level, expected) => {
    const by = deciding((seq, { bid, ask }) => ({
      fill: { kind: 'open', side, price: side === 'long' ? ask : bid, tape_seq: seq },
      waited: { for: 'stop', level },
    }));
    expect(by['proved']).toEqual([expected]);
  },
);

it.each([
  ['a limit', { for: 'limit', level: '103' }, 7],
  ['a stop', { for: 'stop', level: '98.5' }, 5],
])(
  'accepts the closing of a long by an order at %s only at the first entry that reaches it',
  (_, waited, expected) => {
    const by = deciding((seq, { bid }) => ({ fill: { ...CLOSED, price: bid, tape_seq: seq }, waited }));
    expect(by['proved']).toEqual([expected]);
  },
);
