/** Compares the results of the verifier with those of the platform, with which it shares no code. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { canonicalText, checkpointText, genesisHash } from '@candor/domain/market/tape.ts';
import { kindOf } from '@candor/domain/market/quote.ts';
import type { GapCause, TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount, ONE } from '@candor/domain/money/amount.ts';
import { exitOf, optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import { spotLeg } from '@candor/domain/trading/spot.ts';
import { catalogue } from '../server/src/quotes/catalogue.ts';
import { sha256Chain } from '../server/src/quotes/chain-hash.ts';
import type { TapeEntry as WireEntry } from '@candor/verifier/chain.ts';
import { CHAIN_GENESIS, checkChain, entryText } from '@candor/verifier/chain.ts';
import { checkpointText as verifiersText } from '@candor/verifier/checkpoints.ts';
import { rederiveFill } from '@candor/verifier/fill.ts';
import type { Ticket } from '@candor/verifier/ticket.ts';
import { rederiveTicket } from '@candor/verifier/ticket.ts';
import { expect, test } from 'vitest';

const SYMBOL = 'BTC/USDT';

/** Entries as the server writes them, and as the API returns them. */
type Both = { readonly own: readonly TapeEntry[]; readonly wire: readonly WireEntry[] };

type Tick = {
  readonly stepMs: number;
  readonly last: bigint;
  readonly volume: bigint;
  readonly gap: boolean;
  readonly cause: GapCause | undefined;
};

const tick: fc.Arbitrary<Tick> = fc.record({
  stepMs: fc.oneof(
    { weight: 20, arbitrary: fc.nat(2500) },
    { weight: 1, arbitrary: fc.integer({ min: 2990, max: 3010 }) },
  ),
  // There are few different prices, so that a ticket is often tied.
  last: fc.integer({ min: 0, max: 3 }).map((up) => 64_250n * ONE + BigInt(up) * 1_000_000n),
  volume: fc.bigInt(0n, 10n ** 12n),
  gap: fc.integer({ min: 0, max: 40 }).map((drawn) => drawn === 0),
  cause: fc.constantFrom<GapCause | undefined>(
    undefined,
    { kind: 'halt', reason: 'feed_ended' },
    { kind: 'reject', reason: 'jump', refused: 'ab'.repeat(32), count: 2 },
  ),
});

function bothOf(ticks: readonly Tick[]): Both {
  const own: TapeEntry[] = [];
  const wire: WireEntry[] = [];
  let hash = genesisHash();
  let timeMs = 1_700_000_000_123;
  for (const { stepMs, last, volume, gap, cause } of ticks) {
    timeMs += stepMs;
    const before = own.at(-1);
    const seq = BigInt(own.length + 1);
    const quote = { bid: last - 1_000_000n, ask: last + 1_000_000n, last, volume, feedTimeMs: timeMs + 7 };
    const entry: TapeEntry =
      gap && before !== undefined
        ? { ...pricesOf(before), seq, timeMs, volume: 0n, gap: true, ...(cause && { cause }) }
        : { symbol: SYMBOL, seq, timeMs, ...quote };
    hash = createHash('sha256').update(hash).update(canonicalText(entry), 'utf8').digest();
    own.push(entry);
    wire.push(answered(entry, hash));
  }
  return { own, wire };
}

function pricesOf({ symbol, bid, ask, last, feedTimeMs }: TapeEntry) {
  return { symbol, bid, ask, last, feedTimeMs };
}

function causeView(cause: GapCause | undefined) {
  if (cause?.kind === 'reject') return { ...cause, refused_count: cause.count };
  return cause;
}

function answered(entry: TapeEntry, hash: Uint8Array): WireEntry {
  return {
    seq: Number(entry.seq),
    time_ms: entry.timeMs,
    bid: formatAmount(entry.bid),
    ask: formatAmount(entry.ask),
    last: formatAmount(entry.last),
    volume: formatAmount(entry.volume),
    feed_time_ms: entry.feedTimeMs,
    gap: entry.gap === true,
    kind: kindOf(entry),
    ...causeView(entry.cause),
    hash: Buffer.from(hash).toString('hex'),
  };
}

test('computes the same hash and chain of a text in both programs', () => {
  fc.assert(
    fc.property(fc.array(tick, { minLength: 1, maxLength: 60 }), (ticks) => {
      const { own, wire } = bothOf(ticks);
      expect(wire.map((entry) => entryText(SYMBOL, entry))).toEqual(own.map(canonicalText));
      expect(checkChain(SYMBOL, CHAIN_GENESIS, wire).violation).toBeUndefined();
      const first = own[0];
      if (first === undefined) throw new Error('expected an entry, found none');
      const hash = Buffer.from(sha256Chain(genesisHash(), canonicalText(first))).toString('hex');
      expect(wire[0]?.hash).toBe(hash);
    }),
  );
});

test('computes the same signature of a text in both programs', () => {
  const hash = 'ab'.repeat(32);
  const head = { symbol: SYMBOL, seq: 12n, hashHex: hash, timeSeconds: 1_700_000_000 };
  expect(verifiersText(SYMBOL, { seq: 12, hash, time: 1_700_000_000 })).toBe(checkpointText(head));
});

/** Outcomes that occurred, so that the property below cannot pass without reaching each of them. */
const seen = new Map<string, number>();

test('derives the same outcome of a ticket in both programs', () => {
  const given = fc.record({
    ticks: fc.array(tick, { minLength: 60, maxLength: 90 }),
    acceptedAt: fc.nat(20),
    side: fc.constantFrom('up' as const, 'down' as const),
    stake: fc.bigInt(1n, 5000n * ONE),
    payoutRatio: fc.constantFrom(amount('0.8'), amount('0.82'), amount('0.88')),
    lateMs: fc.nat(1500),
  });
  fc.assert(
    fc.property(given, ({ ticks, acceptedAt, side, stake, payoutRatio, lateMs }) => {
      const { own, wire } = bothOf(ticks);
      const heard = own.filter((entry) => kindOf(entry) !== 'reject');
      const accepted = heard[acceptedAt];
      const strike = heard[acceptedAt + 1];
      if (accepted === undefined || strike === undefined) throw new Error('expected an entry, found none');
      const acceptedMs = accepted.timeMs + lateMs;
      const expiresMs = optionExpiryMs(acceptedMs, 30);
      const at = heard.findIndex((entry) => entry.timeMs > expiresMs);
      const [before, after] = [heard[at - 1], heard[at]];
      fc.pre(before !== undefined && after !== undefined);
      const ended = optionResult(side, { accepted, strike, settle: before, after });
      const settle = ended.status === 'void' ? before : exitOf({ settle: before, after });
      const profit = optionProfit(stake, payoutRatio);
      fc.pre(profit > 0n);
      const struck = ended.status !== 'void' || ended.reason !== 'gap_strike';
      const ticket: Ticket = {
        symbol: SYMBOL,
        side,
        seconds: 30,
        stake: formatAmount(stake),
        payout_ratio: formatAmount(payoutRatio),
        profit: formatAmount(profit),
        status: ended.status,
        reason: ended.status === 'void' ? ended.reason : null,
        accepted_seq: Number(accepted.seq),
        accepted_ms: acceptedMs,
        strike: struck ? formatAmount(strike.last) : null,
        strike_seq: Number(accepted.seq) + 1,
        strike_at_ms: struck ? strike.timeMs : null,
        settle: struck ? formatAmount(settle.last) : null,
        settle_seq: struck ? Number(settle.seq) : null,
        created_at: Math.floor(acceptedMs / 1000),
        expires_at: expiresMs / 1000,
        pnl: formatAmount(optionPnl(ended.status, { stake, profit })),
      };
      const result = rederiveTicket(ticket, wire);
      expect(result.findings).toEqual([]);
      const { status, reason } = ticket;
      expect(result.derived).toMatchObject({ status, reason });
      const outcome = reason ?? status;
      seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    }),
    { numRuns: 1000, seed: 4 },
  );
  for (const outcome of ['won', 'lost', 'tied', 'gap_strike', 'gap_expiry']) {
    expect(seen.get(outcome), outcome).toBeGreaterThan(10);
  }
});

test('computes the same spot fill in both programs', () => {
  const instrument = catalogue.find(({ instrument: { symbol } }) => symbol === SYMBOL)?.instrument;
  if (instrument === undefined) throw new Error('expected an instrument, found none');
  const side = fc.constantFrom('buy' as const, 'sell' as const);
  fc.assert(
    fc.property(fc.bigInt(1n, 100n * ONE), side, (quantity, bought) => {
      const { wire } = bothOf([{ stepMs: 0, last: 64_250n * ONE, volume: 0n, gap: false, cause: undefined }]);
      const price = amount(bought === 'buy' ? '64250.01' : '64249.99');
      const leg = spotLeg(instrument, { side: bought, quantity, price });
      const fill = {
        kind: 'spot',
        symbol: SYMBOL,
        side: bought,
        quantity: formatAmount(quantity),
        price: formatAmount(price),
        value: formatAmount(leg.value),
        fee: formatAmount(leg.fee),
        fee_rate: formatAmount(leg.feeRate),
        tape_seq: 1,
      } as const;
      expect(rederiveFill(fill, wire).findings).toEqual([]);
    }),
  );
});
