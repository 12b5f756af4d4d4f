/** Books the strategy's results, both those of the simulation's slots and those reported under dual approval. Pure. */
import { SLOT_MS, tradesOfSlot } from '@candor/domain/fund/strategy.ts';
import type { Reference, StrategyTrade } from '@candor/domain/fund/strategy.ts';
import { journal } from '@candor/domain/ledger/journal.ts';
import type { Journal } from '@candor/domain/ledger/journal.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { append, put } from '../../commands/command.ts';
import type { Decision, Effects, Facts } from '../../commands/command.ts';
import { STRATEGY_ROW, strategyArming, strategyClocks, strategyTrades } from './tables.ts';
import type { StrategyClock } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

/**
 * The delay in milliseconds between a slot and its booking. After this delay, every symbol's tape has passed the slot, so its
 * newest entry at the slot's time is final.
 */
const SETTLED_MS = 60_000;
const SLOTS_MAX = 48;

export type Slot = { readonly slotMs: number; readonly references: readonly Reference[] };

export type Booking = {
  readonly version: number;
  /** The slots in order, starting with the next unbooked one. All of them are in the open day. */
  readonly slots: readonly Slot[];
  /** The entry of the tape up to which slots are booked: the one that fired the booking, or a later one of the open day. */
  readonly entry: Pick<TapeEntry, 'seq' | 'timeMs'>;
};

/** Whether the firing was for the current version of the row. */
export type Fired = { readonly fired: boolean };

/** The time at which a day ends and its publication is due. */
export function midnightAfter(day: number): number {
  return (day + 1) * DAY_MS;
}

/**
 * The time of the row's next firing: a minute after the next slot of the open day or, after its last slot, the end of the day.
 */
export function dueOf({ nextSlotMs, day }: Pick<StrategyClock, 'nextSlotMs' | 'day'>): number {
  const midnightMs = midnightAfter(day);
  return nextSlotMs !== null && nextSlotMs < midnightMs ? nextSlotMs + SETTLED_MS : midnightMs;
}

/**
 * The time before which one booking can book all due slots. It ends at midnight, so that the first entry after that publishes the
 * day.
 */
export function boundOf({ nextSlotMs, day }: Pick<StrategyClock, 'nextSlotMs' | 'day'>): number {
  const midnightMs = midnightAfter(day);
  return nextSlotMs === null
    ? midnightMs
    : Math.min(midnightMs, nextSlotMs + SLOTS_MAX * SLOT_MS + SETTLED_MS);
}

/** Returns the slots of the open day that are due for booking. */
export function slotsDue(
  { nextSlotMs, day }: Pick<StrategyClock, 'nextSlotMs' | 'day'>,
  nowMs: number,
): number[] {
  const slots: number[] = [];
  let slotMs = nextSlotMs ?? Infinity;
  while (slotMs < midnightAfter(day) && slotMs + SETTLED_MS <= nowMs && slots.length < SLOTS_MAX) {
    slots.push(slotMs);
    slotMs += SLOT_MS;
  }
  return slots;
}

export function armedRow(facts: Facts, version: number): StrategyClock | undefined {
  const row = facts.row(strategyClocks, STRATEGY_ROW);
  return row?.version === version ? row : undefined;
}

/** Writes the row's next state and rearms it. */
export function goesOn(
  row: StrategyClock,
  change: Partial<Omit<StrategyClock, 'version' | 'firstSlotMs'>>,
): Pick<Effects<never>, 'puts' | 'armings'> {
  const next = { ...row, ...change, version: row.version + 1 };
  return { puts: [put(strategyClocks, next)], armings: [strategyArming(next)] };
}

export function decideBooking({ version, slots, entry }: Booking, facts: Facts): Decision<Fired, never> {
  const row = armedRow(facts, version);
  const last = slots.at(-1);
  if (row === undefined || last === undefined) return ok({ answer: { fired: false } });
  if (slots[0]?.slotMs !== row.nextSlotMs || last.slotMs + SETTLED_MS > entry.timeMs)
    throw new Error(
      `expected slot ${row.nextSlotMs} to be booked after its time, found slot ${slots[0]?.slotMs} booked at ${entry.timeMs}`,
    );
  const journals: Journal[] = [];
  const appends: Effects<never>['appends'] = slots.flatMap(({ slotMs, references }) => {
    const trades = tradesOfSlot(slotMs, references);
    const made = sumOf(trades);
    const journalSeq = made === 0n ? null : facts.journalSeq + BigInt(journals.length);
    if (made !== 0n) {
      const balance = row.balance + movedBy(journals, 'strategy');
      journals.push(resultJournal(made, { ref: `strategy_slot:${slotMs}`, balance }));
    }
    return trades.map((trade) => append(strategyTrades, { ...trade, journalSeq }));
  });
  drawn(journals, facts);
  const nextSlotMs = last.slotMs + SLOT_MS;
  return ok({
    answer: { fired: true },
    journals,
    appends,
    ...goesOn(row, {
      nextSlotMs,
      result: row.result - movedBy(journals, 'custody'),
      balance: row.balance + movedBy(journals, 'strategy'),
      dueMs: dueOf({ nextSlotMs, day: row.day }),
      armedSeq: entry.seq,
    }),
  });
}

/**
 * Returns the journal of a result. A gain enters custody and belongs to the strategy's account. A loss leaves custody. The part
 * of a loss that the strategy's account can't cover is paid from the house's equity, never from customers' money.
 */
export function resultJournal(
  result: Amount,
  of: { readonly ref: string; readonly balance: Amount },
): Journal {
  const borne = -result > of.balance ? -of.balance : result;
  return journal('strategy_result', of.ref, [
    { account: 'custody', currency: 'USDT', amount: -result },
    { account: 'strategy', currency: 'USDT', amount: borne },
    { account: 'equity', currency: 'USDT', amount: result - borne },
  ]);
}

export function movedBy(journals: readonly Journal[], account: 'custody' | 'strategy' | 'equity'): Amount {
  return journals
    .flatMap(({ postings }) => postings)
    .reduce((sum, posting) => (posting.account === account ? sum + posting.amount : sum), 0n);
}

/** Returns the first account that can't cover its part of a result, or undefined if all can. */
export function shortOf(
  journals: readonly Journal[],
  facts: Pick<Facts, 'houseHas'>,
): 'custody' | 'strategy' | 'equity' | undefined {
  const takes = {
    custody: movedBy(journals, 'custody'),
    strategy: -movedBy(journals, 'strategy'),
    equity: -movedBy(journals, 'equity'),
  };
  return (['custody', 'strategy', 'equity'] as const).find(
    (account) => takes[account] > 0n && !facts.houseHas(account, 'USDT', takes[account]),
  );
}

/**
 * Throws if a loss exceeds the strategy's account and the house's equity together. Such a loss can't be booked, and nothing is
 * published until it is.
 */
function drawn(journals: readonly Journal[], facts: Facts): void {
  const short = shortOf(journals, facts);
  if (short !== undefined) throw new Error(`expected ${short} to cover the strategy’s loss, found less`);
}

function sumOf(trades: readonly StrategyTrade[]): Amount {
  return trades.reduce((sum, { result }) => sum + result, 0n);
}
