/** Wire form of a ticket in calls and events. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { CustomerEvent } from '../../commands/command.ts';
import type { TicketRow } from './tables.ts';

type TicketView = CallOutput<'GET microtrade/lists'>[number];

function orNull(amount: Amount | null): string | null {
  return amount === null ? null : formatAmount(amount);
}

function seconds(timeMs: number): number {
  return Math.floor(timeMs / 1000);
}

/** The currency name shown to the customer. Experience credit has a separate name because it isn't the customer's money. */
export function payableOf({ source, currency }: Pick<TicketRow, 'source' | 'currency'>) {
  return source === 'promo' ? 'EXPERIENCE' : currency;
}

export function ticketView(row: TicketRow): TicketView {
  return {
    id: row.id.toString(),
    symbol: row.symbol,
    side: row.side,
    seconds: row.seconds,
    stake: formatAmount(row.stake),
    currency: payableOf(row),
    payout_ratio: formatAmount(row.payoutRatio),
    profit: formatAmount(row.profit),
    status: row.status,
    reason: row.reason,
    accepted_seq: Number(row.acceptedSeq),
    strike: orNull(row.strike),
    // Before the strike, this is the earliest entry that may strike the ticket. The same applies to rows written before the
    // column existed.
    strike_seq: Number(row.strikeSeq ?? row.acceptedSeq + 1n),
    struck_from_ms: row.struckFromMs,
    strike_at_ms: row.strikeMs,
    settle: orNull(row.settle),
    settle_seq: row.settleSeq === null ? null : Number(row.settleSeq),
    created_at: seconds(row.acceptedMs),
    accepted_ms: row.acceptedMs,
    expires_at: seconds(row.expiresMs),
    settled_at: row.settledMs === null ? null : seconds(row.settledMs),
    pnl: row.status === 'open' ? null : formatAmount(row.pnl),
  };
}

export function ticketEvent(row: TicketRow): CustomerEvent {
  return { name: 'option', payload: () => ({ ticket: ticketView(row) }) };
}
