import { describe, expect, it } from 'vitest';
import type { TapeEntry } from './chain.ts';
import { madeCheckpoints, madeEntries, signer, SYMBOL } from './testing/made-tape.ts';
import type { Tick } from './testing/made-tape.ts';
import type { Ticket } from './ticket.ts';
import type { Evidence, Verdict } from './verify.ts';
import { evidenceStart, verifyFill, verifyTicket } from './verify.ts';

const START_MS = 1_700_000_000_000;
const key = signer();

/** Returns ticks a second apart, from entry 1 on, with changes by entry number. */
function ticks(count: number, changes: Readonly<Record<number, Partial<Tick>>> = {}): Tick[] {
  return Array.from({ length: count }, (_, at) => ({ time_ms: START_MS + at * 1000, ...changes[at + 1] }));
}

/**
 * A ticket that was accepted after entry 10 and struck at entry 11. It expires at the time of entry 40, which is its exit, as
 * entry 41 proves.
 */
const WON: Ticket = {
  symbol: SYMBOL,
  side: 'up',
  seconds: 30,
  stake: '12.5',
  payout_ratio: '0.8',
  profit: '10',
  status: 'won',
  reason: null,
  accepted_seq: 10,
  accepted_ms: START_MS + 9_300,
  strike: '100',
  strike_seq: 11,
  strike_at_ms: START_MS + 10_000,
  settle: '101',
  settle_seq: 40,
  created_at: START_MS / 1000 + 9,
  expires_at: START_MS / 1000 + 39,
  pnl: '10',
};
const RISEN = { 40: { last: '101' } };

function evidence(entries: readonly TapeEntry[], more: Partial<Evidence> = {}): Evidence {
  return {
    entries: entries.filter(({ seq }) => seq >= 5),
    checkpoints: madeCheckpoints(entries, [5, 15, 45], { key }),
    publicKey: key.publicKey,
    ...more,
  };
}

function codes(verdict: Verdict<unknown>): string[] {
  return [verdict.state, ...verdict.findings.map(({ code, seq }) => `${code} ${seq}`)];
}

describe('the verdict on a ticket', () => {
  const tape = madeEntries(ticks(60, RISEN));

  it('is proved for a ticket that matches the tape', () => {
    const verdict = verifyTicket({ ticket: WON, ...evidence(tape) });
    expect(codes(verdict)).toEqual(['proved']);
    expect(verdict.derived).toMatchObject({
      status: 'won',
      pnl: '10',
      strike: { seq: 11 },
      settle: { seq: 40, last: '101' },
      after: { seq: 41 },
    });
  });

  const lost = madeEntries(ticks(60, { 40: { last: '99' } }));
  const level = madeEntries(ticks(60));
  const silent = madeEntries(ticks(60, { 40: { last: '101', gap: true } }));
  const refused = { gap: true, cause: { reason: 'jump', refused: 'ab'.repeat(32) } } as const;
  const unstruck = madeEntries(ticks(60, { 11: { gap: true } }));
  const ended = madeEntries(ticks(60, { 41: { gap: true, cause: { reason: 'feed_ended' } } }));
  /** A tape with four seconds without an entry around expiry, and without an entry that records that the feed was silent. */
  const stalled = madeEntries([
    ...ticks(39),
    ...ticks(60, { 40: { last: '99' } })
      .slice(39)
      .map((tick) => ({ ...tick, time_ms: tick.time_ms + 2001 })),
  ]);
  const among = madeEntries(
    ticks(60, { 10: { last: '100' }, 39: refused, 40: { last: '101' }, 41: refused }),
  );
  const atReject = madeEntries(ticks(60, { ...RISEN, 10: refused }));
  const asVoid = { status: 'void', strike: null, settle: null, settle_seq: null, pnl: '0' } as const;
  it.each<[string, TapeEntry[], Partial<Ticket>, string[]]>([
    ['lost', lost, { status: 'lost', settle: '99', pnl: '-12.5' }, ['proved']],
    ['won by going down', lost, { side: 'down', settle: '99' }, ['proved']],
    ['tied', level, { status: 'tied', settle: '100', pnl: '0' }, ['proved']],
    ['void at its expiry', silent, { ...asVoid, reason: 'gap_expiry', strike: '100' }, ['proved']],
    ['void at its strike', unstruck, { ...asVoid, reason: 'gap_strike' }, ['proved']],
    ['void because the feed ended', ended, { ...asVoid, reason: 'gap_expiry', strike: '100' }, ['proved']],
    ['decided after a stall', stalled, { status: 'lost', settle: '99', pnl: '-12.5' }, ['proved']],
    [
      'void only because of a stall',
      stalled,
      { ...asVoid, reason: 'gap_expiry', strike: '100' },
      ['contradicted', 'outcome_differs 40', 'outcome_differs 40', 'amount_differs 40'],
    ],
    ['decided among rejected quotes', among, {}, ['proved']],
    ['accepted at a rejected quote', atReject, {}, ['contradicted', 'seq_differs 10']],
    [
      'open and accepted at a rejected quote',
      atReject,
      { status: 'open', settle: null, settle_seq: null, pnl: null },
      ['contradicted', 'seq_differs 10'],
    ],
    [
      'paid out although it lost',
      lost,
      { settle: '99' },
      ['contradicted', 'outcome_differs 40', 'amount_differs 40'],
    ],
    [
      'void without a gap',
      tape,
      { ...asVoid, reason: 'gap_expiry', strike: '100' },
      ['contradicted', 'outcome_differs 40', 'outcome_differs 40', 'amount_differs 40'],
    ],
    [
      'decided in a gap',
      silent,
      { settle: '100' },
      ['contradicted', 'outcome_differs 40', 'outcome_differs 40', 'amount_differs 40'],
    ],
    [
      'settled too early',
      tape,
      { settle_seq: 39, settle: '100' },
      ['contradicted', 'seq_differs 40', 'price_differs 40'],
    ],
    ['struck at a different price', tape, { strike: '99' }, ['contradicted', 'price_differs 11']],
    ['struck at a later entry', tape, { strike_seq: 12 }, ['contradicted', 'terms_differ null']],
    [
      'with too small a profit',
      tape,
      { profit: '9.99', pnl: '9.99' },
      ['contradicted', 'terms_differ null', 'amount_differs 40'],
    ],
    ['that expires later', tape, { expires_at: WON.expires_at + 1 }, ['contradicted', 'terms_differ null']],
    ['in the wrong number format', tape, { stake: '12.50' }, ['contradicted', 'record_unreadable null']],
    [
      'open',
      tape,
      { status: 'open', settle: null, settle_seq: null, pnl: null },
      ['undecided', 'ticket_open null'],
    ],
    [
      'open with a strike at another entry',
      tape,
      { status: 'open', strike: '99', settle: null, settle_seq: null, pnl: null },
      ['contradicted', 'price_differs 11'],
    ],
    [
      'void because its demo started over',
      tape,
      { ...asVoid, reason: 'start_over' },
      ['undecided', 'ended_by_start_over null'],
    ],
  ])('follows from the tape for a ticket that is %s', (_, entries, changes, expected) => {
    expect(codes(verifyTicket({ ticket: { ...WON, ...changes }, ...evidence(entries) }))).toEqual(expected);
  });

  it('is undecided while the last entry is unsigned, and contradicted after the time limit', () => {
    const unsigned = {
      ticket: WON,
      ...evidence(tape, { checkpoints: madeCheckpoints(tape, [5, 40], { key }) }),
    };
    expect(verifyTicket(unsigned)).toMatchObject({
      state: 'undecided',
      findings: [{ code: 'not_yet_signed', seq: 41, params: { seconds: '10' } }],
    });
    expect(codes(verifyTicket({ ...unsigned, waitedSeconds: 30 }))).toEqual([
      'contradicted',
      'not_signed_in_time 41',
    ]);
  });

  it.each<[string, number | undefined, Partial<Ticket>, string[]]>([
    ['an entry that it did not store', undefined, {}, ['proved']],
    ['an older entry', 8, {}, ['proved']],
    ['the entry after which the ticket was accepted', 10, {}, ['proved']],
    ['the next entry, which is its strike', 11, {}, ['contradicted', 'accepted_before_seen 10']],
    [
      'the next entry, while it is open',
      11,
      { status: 'open', settle: null, settle_seq: null, pnl: null },
      ['contradicted', 'accepted_before_seen 10'],
    ],
    ['something other than an entry number', 10.5, {}, ['contradicted', 'record_unreadable null']],
    ['something other than a number', Number.NaN, {}, ['contradicted', 'record_unreadable null']],
  ])('depends on the newest entry that the device had seen: %s', (_, seenSeq, changes, expected) => {
    const verdict = verifyTicket({ ticket: { ...WON, ...changes }, seenSeq, ...evidence(tape) });
    expect(codes(verdict)).toEqual(expected);
  });

  it("does not depend on the platform's statement about the newest entry that the device had seen", () => {
    const claimed: Ticket = { ...WON, ...{ seen_seq: 11 } };
    expect(codes(verifyTicket({ ticket: claimed, ...evidence(tape) }))).toEqual(['proved']);
  });

  it.each<[string, (entries: TapeEntry[]) => Partial<Evidence>, string[]]>([
    [
      'from one before the first entry used',
      (entries) => ({ entries: entries.slice(8), checkpoints: madeCheckpoints(entries, [10, 41], { key }) }),
      ['proved'],
    ],
    [
      'from the first one of the tape, with no checkpoint before',
      (entries) => ({ entries, checkpoints: madeCheckpoints(entries, [41], { key }) }),
      ['proved'],
    ],
    [
      'from the first entry used',
      (entries) => ({ entries: entries.slice(9) }),
      ['contradicted', 'entries_missing null'],
    ],
    [
      'without a checkpoint before',
      (entries) => ({ checkpoints: madeCheckpoints(entries, [15, 45], { key }) }),
      ['contradicted', 'checkpoint_before_missing 10'],
    ],
    [
      'that end before the next entry',
      (entries) => ({ entries: entries.slice(0, 40) }),
      ['contradicted', 'entries_missing null'],
    ],
    [
      'that end before the checkpoint',
      (entries) => ({ entries: entries.slice(0, 42) }),
      ['contradicted', 'entries_missing null'],
    ],
    [
      'signed with a different key',
      (entries) => ({ checkpoints: madeCheckpoints(entries, [5, 45], { key: signer(8) }) }),
      ['contradicted', 'checkpoint_key_differs 5', 'checkpoint_key_differs 45'],
    ],
    ['of which all are missing', () => ({ entries: [] }), ['contradicted', 'entries_missing null']],
  ])('depends on the extent of the evidence: entries %s', (_, change, expected) => {
    expect(codes(verifyTicket({ ticket: WON, ...evidence(tape), ...change(tape) }))).toEqual(expected);
  });

  it('is contradicted for a ticket that is void at its strike although the strike has a price, even if the exit is unknown', () => {
    const ticket = { ...WON, ...asVoid, reason: 'gap_strike' } as const;
    const short = evidence(tape, {
      entries: tape.slice(4, 30),
      checkpoints: madeCheckpoints(tape, [5, 30], { key }),
    });
    expect(codes(verifyTicket({ ticket, ...short }))).toEqual(['contradicted', 'outcome_differs 11']);
  });

  it('is undecided or contradicted for a void ticket without an exit if the entries up to the derived exit are missing or unsigned', () => {
    const ticket = { ...WON, ...asVoid, reason: 'gap_expiry', strike: '100' } as const;
    const short = evidence(silent, {
      entries: silent.slice(4, 30),
      checkpoints: madeCheckpoints(silent, [5, 30], { key }),
    });
    expect(codes(verifyTicket({ ticket, ...short }))).toEqual(['contradicted', 'entries_missing null']);
    const unsigned = evidence(silent, { checkpoints: madeCheckpoints(silent, [5, 30], { key }) });
    expect(codes(verifyTicket({ ticket, ...unsigned }))).toEqual(['undecided', 'not_yet_signed 41']);
  });

  it('is contradicted for a ticket if the tape differs from a kept checkpoint', () => {
    const [kept] = madeCheckpoints(lost, [45], { key });
    if (kept === undefined) throw new Error('expected a checkpoint, found none');
    const remembered = { publicKey: key.publicKey, checkpoints: [{ symbol: SYMBOL, ...kept }] };
    expect(codes(verifyTicket({ ticket: WON, ...evidence(tape, { kept: remembered }) }))).toEqual([
      'contradicted',
      'kept_hash_differs 45',
    ]);
  });
});

describe('the verdict on a fill', () => {
  const tape = madeEntries(ticks(60));
  const fill = {
    kind: 'spot',
    symbol: SYMBOL,
    side: 'buy',
    quantity: '0.3',
    price: '100.02',
    value: '30.006',
    fee: '0.030006',
    fee_rate: '0.001',
    tape_seq: 10,
  } as const;

  it("is proved if the price is that of the fill's entry", () => {
    const verdict = verifyFill({ fill, ...evidence(tape) });
    expect(codes(verdict)).toEqual(['proved']);
    expect(verdict.derived).toMatchObject({ price: '100.02', entry: { seq: 10 } });
  });

  it("is contradicted if the price differs from that of the fill's entry", () => {
    const worse = { ...fill, price: '100.03' };
    expect(codes(verifyFill({ fill: worse, ...evidence(tape) }))).toEqual([
      'contradicted',
      'price_differs 10',
      'amount_differs 10',
      'amount_differs 10',
    ]);
  });
});

it('starts the evidence at the newest checkpoint at least one entry before the first one used, or at entry 1', () => {
  const at = (...seqs: number[]) => seqs.map((seq) => ({ seq }));
  expect(evidenceStart(10, at(3, 7, 12))).toBe(7);
  expect(evidenceStart(10, at(3, 10))).toBe(9);
  expect(evidenceStart(10, at(12))).toBe(1);
  expect(evidenceStart(1, at(1))).toBe(1);
});
