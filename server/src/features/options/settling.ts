/**
 * Strikes and settles tickets. A ticket is struck at the first entry made after its acceptance. The first entry made after its
 * expiry settles it: the price of the preceding entry decides, or the price of the settling entry if the interval between the two
 * is too long. If the feed has a gap at the strike or at the expiry, the stake is returned. Entries that report rejected quotes
 * are skipped.
 */
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ok } from '@candor/domain/outcome.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { exitOf, isInGap, optionPnl, struckResult } from '@candor/domain/trading/option.ts';
import { isAwaited } from '@candor/domain/trading/trigger.ts';
import { put } from '../../commands/command.ts';
import type { Append, Decision, Effects, Facts } from '../../commands/command.ts';
import { FalselyFired } from '../../commands/trigger-source.ts';
import { noticeNow } from '../../identity/mail/notices.ts';
import { armings, endJournals, exposureCounter, waitOf } from './money.ts';
import type { OptionPart } from './money.ts';
import { tickets } from './tables.ts';
import type { TicketRow, VoidReason } from './tables.ts';
import { payableOf, ticketEvent } from './view.ts';

export type TicketFiring = {
  readonly id: bigint;
  readonly part: OptionPart;
  /** The entry that fired, and the last entry before it that isn't a reject. */
  readonly entry: TapeEntry;
  readonly before: TapeEntry;
};

export type Fired = { readonly fired: boolean };
type WithoutAnswer = Omit<Effects<never>, 'answer'>;

export function decideFiring(firing: TicketFiring, facts: Facts): Decision<Fired, never> {
  const { id, part, entry, before } = firing;
  const row = facts.row(tickets, id);
  if (row === undefined || row.status !== 'open') return ok({ answer: { fired: false } });
  if (entry.symbol !== row.symbol || before.symbol !== row.symbol || before.seq >= entry.seq) {
    throw new FalselyFired(`ticket ${id} was fired by ${entry.symbol} ${entry.seq} after ${before.seq}`);
  }
  const effects = part === 'strike' ? strike(row, firing, facts) : expire(row, firing, facts);
  return ok({ answer: { fired: true }, ...effects });
}

/** Whether the entry can't strike the ticket, because of a gap or because the ticket has already expired. */
function isUnstruck(
  { before, entry }: Pick<TicketFiring, 'before' | 'entry'>,
  { expiresMs }: Pick<TicketRow, 'expiresMs'>,
): boolean {
  return isInGap(before, entry) || entry.timeMs > expiresMs;
}

function strike(row: TicketRow, { entry, before }: TicketFiring, facts: Facts): WithoutAnswer {
  const wait = waitOf(row, 'strike');
  if (before.seq < row.acceptedSeq || isAwaited(wait, before) || !isAwaited(wait, entry)) {
    throw new FalselyFired(`entry ${entry.seq} does not strike ticket ${row.id}`);
  }
  const decided: TicketRow = { ...row, struckFromMs: row.acceptedMs, strikeSeq: entry.seq };
  if (isUnstruck({ before, entry }, row)) return returnStake(decided, 'gap_strike', facts);
  const struck = { ...decided, strike: entry.last, strikeMs: entry.timeMs };
  return { puts: [put(tickets, struck)], events: [ticketEvent(struck)] };
}

function expire(row: TicketRow, { entry, before }: TicketFiring, facts: Facts): WithoutAnswer {
  if (entry.timeMs <= row.expiresMs || before.timeMs > row.expiresMs) {
    throw new FalselyFired(`entry ${entry.seq} is not the first after the expiry of ticket ${row.id}`);
  }
  // If the strike is still missing at the expiry, the first entry after acceptance was made after the expiry.
  if (row.strike === null) {
    const decided = { ...row, struckFromMs: row.acceptedMs, strikeSeq: entry.seq };
    return returnStake(decided, 'gap_strike', facts);
  }
  const result = struckResult({ side: row.side, strike: row.strike }, { settle: before, after: entry });
  // A ticket made void by a gap also records the entry before the gap.
  if (result.status === 'void') {
    return returnStake({ ...row, settle: before.last, settleSeq: before.seq }, result.reason, facts);
  }
  const exit = exitOf({ settle: before, after: entry });
  const exited: TicketRow = { ...row, settle: exit.last, settleSeq: exit.seq };
  const settled = { ...exited, status: result.status, pnl: optionPnl(result.status, row) };
  return { ...end(settled, facts), appends: [resultNotice(settled, facts)] };
}

const RESULTS = { won: 'option_won', lost: 'option_lost', tied: 'option_tied' } as const;

function resultNotice(row: TicketRow & { readonly status: keyof typeof RESULTS }, facts: Facts): Append {
  const { id, symbol, stake, status, profit, currency } = row;
  const params = { ticket: id.toString(), symbol, amount: formatAmount(stake), currency };
  const gained = status === 'won' ? { profit: formatAmount(profit) } : {};
  return noticeNow(facts, RESULTS[status], { ...params, ...gained });
}

function returnStake(row: TicketRow, reason: VoidReason, facts: Facts): WithoutAnswer {
  const effects = end({ ...row, status: 'void', reason }, facts);
  if (reason === 'start_over') return effects;
  const { id, symbol, stake } = row;
  const params = { ticket: id.toString(), symbol, amount: formatAmount(stake), currency: payableOf(row) };
  return { ...effects, appends: [noticeNow(facts, 'option_voided', params)] };
}

function end(row: TicketRow, facts: Facts): WithoutAnswer {
  const ended: TicketRow = { ...row, settledMs: facts.nowMs, endedDay: dayOf(facts.wallMs) };
  coverEscrow([ended], facts);
  return {
    journals: endJournals(ended),
    puts: [put(tickets, ended)],
    counts: [{ counter: exposureCounter(ended.symbol), by: -ended.profitUsdt }],
    events: [ticketEvent(ended)],
    // An expiry trigger is disarmed by firing, so a ticket that closes there needs no disarming.
    armings: ended.reason === 'gap_strike' || ended.reason === 'start_over' ? armings(ended) : [],
  };
}

/**
 * Throws if the escrow slot holds less than the amount set aside, because the ledger is then corrupt. Tickets that close together
 * are checked together, because the escrow could cover each alone but not all of them.
 */
function coverEscrow(ending: readonly TicketRow[], facts: Facts): void {
  const needed = new Map<string, Amount>();
  for (const { currency, stake, profit } of ending) {
    needed.set(currency, (needed.get(currency) ?? 0n) + stake + profit);
  }
  for (const [currency, amount] of needed) {
    if (facts.houseHas('option_escrow', currency, amount)) continue;
    throw new Error(
      `expected the escrow to cover ${ending.map(({ id }) => `ticket ${id}`).join(', ')}, found less`,
    );
  }
}

export function endForStartOver(facts: Facts): WithoutAnswer {
  const open = facts.openRows(tickets);
  coverEscrow(open, facts);
  const ended = open.map((row) => returnStake(row, 'start_over', facts));
  return {
    journals: ended.flatMap((effects) => effects.journals ?? []),
    puts: ended.flatMap((effects) => effects.puts ?? []),
    armings: ended.flatMap((effects) => effects.armings ?? []),
    counts: ended.flatMap((effects) => effects.counts ?? []),
    events: ended.flatMap((effects) => effects.events ?? []),
  };
}
