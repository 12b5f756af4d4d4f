/**
 * The rules of a short option were written three times: for server and app, for the verifier, and for the database, which
 * refuses what they do not bear out. On random tapes with gaps, standing prices and late strikes the first two agree;
 * with the third every test agrees that settles anything.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS, optionExpiryMs, optionPnl, optionProfit } from '@candor/domain/trading/option.ts';
import type { OptionEntry } from '@candor/domain/trading/option.ts';
import { optionResult } from '@candor/domain/trading/testing/option-result.ts';
import type { TapeEntry } from '../../verifier/src/chain.ts';
import { rederiveTicket } from '../../verifier/src/ticket.ts';
import type { Ticket } from '../../verifier/src/ticket.ts';

const TAPES = 10_000;
const TICK = amount('0.01');

const step = fc.record({
  spanMs: fc.oneof(
    { weight: 20, arbitrary: fc.integer({ min: 0, max: 3000 }) },
    { weight: 2, arbitrary: fc.integer({ min: 2998, max: 3003 }) },
    { weight: 1, arbitrary: fc.integer({ min: 3000, max: 70_000 }) },
  ),
  ticks: fc.integer({ min: -1, max: 1 }),
  saysGap: fc.integer({ min: 0, max: 60 }).map((of61) => of61 === 0),
});

const bought = fc.record({
  startMs: fc.integer({ min: 0, max: 999 }).map((ms) => 1_700_000_000_000 + ms),
  steps: fc.array(step, { minLength: 120, maxLength: 120 }),
  head: fc.integer({ min: 0, max: 20 }),
  within: fc.integer({ min: 0, max: 999 }),
  side: fc.constantFrom('up' as const, 'down' as const),
  duration: fc.constantFrom(...OPTION_DURATIONS.slice(0, 3)),
  stake: fc.bigInt(1_000n, amount('5000')),
});
type Bought = typeof bought extends fc.Arbitrary<infer Value> ? Value : never;

function tapeOf({ startMs, steps }: Bought): OptionEntry[] {
  const tape: OptionEntry[] = [{ seq: 1n, timeMs: startMs, last: amount('64000') }];
  for (const { spanMs, ticks, saysGap } of steps) {
    const { seq, timeMs, last } = tape.at(-1)!;
    const entry = { seq: seq + 1n, timeMs: timeMs + spanMs, last: last + TICK * BigInt(saysGap ? 0 : ticks) };
    tape.push(saysGap ? { ...entry, gap: true } : entry);
  }
  return tape;
}

function asPublished({ seq, timeMs, last, gap }: OptionEntry): TapeEntry {
  const price = formatAmount(last);
  const quote = { bid: price, ask: price, last: price, volume: '0', hash: '0'.repeat(64) };
  return { seq: Number(seq), time_ms: timeMs, feed_time_ms: timeMs, ...quote, gap: gap === true };
}

test(`the verifier comes to the same on ${TAPES} random tapes`, () => {
  const seen = new Map<string, number>();
  const property = fc.property(bought, (drawn) => {
    const tape = tapeOf(drawn);
    const [accepted, strike] = [tape[drawn.head]!, tape[drawn.head + 1]!];
    const acceptedMs =
      accepted.timeMs + Math.floor(((strike.timeMs - accepted.timeMs) * drawn.within) / 1000);
    const expiresMs = optionExpiryMs(acceptedMs, drawn.duration.seconds);
    const exit = tape.findLastIndex((entry) => entry.timeMs <= expiresMs);
    const [settle, after] = [tape[exit]!, tape[exit + 1]];
    fc.pre(after !== undefined);
    const result = optionResult(drawn.side, { accepted, strike, settle, after });
    const { status } = result;
    const reason = result.status === 'void' ? result.reason : null;
    const money = { stake: drawn.stake, profit: optionProfit(drawn.stake, drawn.duration.payoutRatio) };
    const isStruck = reason !== 'gap_strike';
    const ticket: Ticket = {
      ...{ symbol: 'BTC/USDT', side: drawn.side, seconds: drawn.duration.seconds, status, reason },
      stake: formatAmount(money.stake),
      payout_ratio: formatAmount(drawn.duration.payoutRatio),
      profit: formatAmount(money.profit),
      accepted_seq: Number(accepted.seq),
      accepted_ms: acceptedMs,
      strike: isStruck ? formatAmount(strike.last) : null,
      strike_seq: Number(strike.seq),
      strike_at_ms: isStruck ? strike.timeMs : null,
      settle: isStruck ? formatAmount(settle.last) : null,
      settle_seq: isStruck ? Number(settle.seq) : null,
      created_at: Math.floor(acceptedMs / 1000),
      expires_at: expiresMs / 1000,
      pnl: formatAmount(optionPnl(status, money)),
    };
    const { findings, derived } = rederiveTicket(ticket, tape.map(asPublished));
    expect(findings).toEqual([]);
    expect(derived).toMatchObject({ status, reason, profit: ticket.profit, pnl: ticket.pnl });
    const words = reason ?? status;
    seen.set(words, (seen.get(words) ?? 0) + 1);
  });
  fc.assert(property, { numRuns: TAPES, maxSkipsPerRun: 10 });
  console.info([...seen].map(([words, times]) => `${words} ${times}`).join(', '));
  expect([...seen.keys()].toSorted()).toEqual(['gap_expiry', 'gap_strike', 'lost', 'tied', 'won']);
});
