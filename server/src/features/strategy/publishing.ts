/** Publishes a day that has ended: returns the unused reserve, computes the rates, and sets their cost aside. Pure. */
import { DAY_MS } from '@candor/domain/time.ts';
import { publishDay } from '@candor/domain/fund/publication.ts';
import type { FundHolding, PublishedRate } from '@candor/domain/fund/publication.ts';
import { STRATEGY_CAPITAL } from '@candor/domain/fund/strategy.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { HouseAccount } from '@candor/domain/ledger/account.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { append } from '../../commands/command.ts';
import type { Decision, Facts } from '../../commands/command.ts';
import { marketMs } from '../../commands/market-time.ts';
import { FUND_CLOSED } from '../../terms/fund-counters.ts';
import { armedRow, dueOf, goesOn, midnightAfter } from './booking.ts';
import type { Fired } from './booking.ts';
import { fundDays, fundRates, fundWeights } from './tables.ts';
import type { DayRate } from './tables.ts';

/** How long to wait before checking again whether a payment that was due before the day's end has been made. */
const LOOK_AGAIN_MS = 1000;

/** A tier under one version of its terms. */
export type FundBand = Omit<FundHolding, 'principalMs'> & {
  readonly current: boolean;
};

export type Publishing = {
  readonly version: number;
  /** The entry of the tape that fired the publication. */
  readonly entry: TapeEntry;
  /** All versions of all tiers. */
  readonly bands: readonly FundBand[];
  /**
   * Whether a payment due before midnight is still unpaid. If none is, `left` is the part of the reserve that is owed to nobody.
   * It can't become owed later, because an order that starts later has its first payment after midnight.
   */
  readonly waiting: boolean;
  readonly left: Amount;
};

export function decidePublishing(publishing: Publishing, facts: Facts): Decision<Fired, never> {
  const { version, entry, left } = publishing;
  const row = armedRow(facts, version);
  if (row === undefined) return ok({ answer: { fired: false } });
  const { day, result } = row;
  if (entry.timeMs < midnightAfter(day) || (row.nextSlotMs ?? Infinity) < midnightAfter(day))
    throw new Error(
      `expected day ${day} to be published after its end and last slot, found entry ${entry.timeMs} and next slot ${row.nextSlotMs}`,
    );
  if (publishing.waiting) {
    const dueMs = Math.max(row.dueMs, entry.timeMs + LOOK_AGAIN_MS);
    return ok({ answer: { fired: true }, ...goesOn(row, { dueMs, armedSeq: entry.seq }) });
  }
  const capital = row.nextSlotMs === null ? 0n : STRATEGY_CAPITAL;
  const balance = row.balance + left;
  const { rates, wanted, reserved, covered } = publishDay({
    ...{ result, balance, capital },
    holdings: holdingsOf(publishing.bands, day, facts),
  });
  const ref = `fund_day:${day}`;
  const journals = [
    ...(left === 0n
      ? []
      : [moved('fund_unreserve', ref, { from: 'income_escrow', to: 'strategy', amount: left })]),
    ...(reserved === 0n
      ? []
      : [moved('fund_reserve', ref, { from: 'strategy', to: 'income_escrow', amount: reserved })]),
  ];
  const [from, more] =
    left > reserved
      ? (['income_escrow', left - reserved] as const)
      : (['strategy', reserved - left] as const);
  if (more > 0n && !facts.houseHas(from, 'USDT', more))
    throw new Error(`expected ${from} to hold ${more}, found less`);
  const published = {
    ...{ day, result, balance, capital, returned: left, wanted, reserved, covered },
    publishedMs: Math.max(marketMs(facts), entry.timeMs),
    journalSeq: reserved === 0n ? null : facts.journalSeq + BigInt(journals.length - 1),
  };
  const closedBefore = facts.counter(FUND_CLOSED);
  const opened = { day: day + 1, nextSlotMs: row.nextSlotMs };
  return ok({
    answer: { fired: true },
    journals,
    appends: [append(fundDays, published), ...rates.map((rate) => append(fundRates, rateRow(rate, day)))],
    counts: [{ counter: FUND_CLOSED, by: (covered ? 0n : ONE) - closedBefore }],
    ...goesOn(row, {
      ...opened,
      result: 0n,
      balance: balance - reserved,
      dueMs: dueOf(opened),
      armedSeq: entry.seq,
    }),
  });
}

/**
 * Returns the holdings of each tier on offer, and of each earlier version of terms under which the fund held principal on that
 * day.
 */
function holdingsOf(bands: readonly FundBand[], day: number, facts: Facts): FundHolding[] {
  const weights = facts.openRows(fundWeights);
  if (weights.some((weight) => weight.day !== day))
    throw new Error(`expected the weights of day ${day}, found those of another day`);
  return bands.flatMap(({ current, ...band }) => {
    const { project, termsVersion } = band;
    const weight = weights.find((one) => one.project === project && one.termsVersion === termsVersion);
    const principalMs = weight?.principalMs ?? 0n;
    return current || principalMs > 0n ? [{ ...band, principalMs }] : [];
  });
}

function rateRow({ reserved: _, ...rate }: PublishedRate, day: number): DayRate {
  return { ...rate, day, principal: rate.principalMs / BigInt(DAY_MS) };
}

function moved(
  kind: 'fund_reserve' | 'fund_unreserve',
  ref: string,
  { from, to, amount }: { readonly from: HouseAccount; readonly to: HouseAccount; readonly amount: Amount },
) {
  return journal(kind, ref, [
    { account: from, currency: 'USDT', amount: -amount },
    { account: to, currency: 'USDT', amount },
  ]);
}
