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

/** The customer-facing name of the stake's currency. Experience credit isn't the customer's money, so it has its own name. */
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
    // Until the ticket is struck, this is the earliest entry that may strike it. The same applies to tickets older than the
    // column.
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
