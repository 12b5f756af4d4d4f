/** Computes the result that a ticket must have, from the tape alone. */
import { amount, formatAmount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import type { Tapes } from './tape.ts';

const UNIT = 100_000_000n;
/** If the next entry is further away than this, the entry before the expiry does not decide the ticket. */
const LONG_KNOWN_MS = 3000;

export type Ticket = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'up' | 'down';
  readonly seconds: number;
  readonly stake: string;
  readonly payout_ratio: string;
  readonly status: string;
  readonly accepted_seq: number;
  readonly accepted_ms: number;
  readonly expires_at: number;
  readonly pnl: string | null;
};

/** The status and profit of a ticket whose expiry has passed. */
export function outcomeOf(ticket: Ticket, tapes: Tapes): { readonly status: string; readonly pnl: Amount } {
  const tape = (tapes.get(ticket.symbol) ?? []).filter(({ isReject }) => !isReject);
  const stake = amount(ticket.stake);
  const returned = (status: string) => ({ status, pnl: 0n });
  const before = tape.findLast(({ seq }) => seq <= ticket.accepted_seq);
  const strike = tape.find(
    ({ seq, madeMs, isQuote }) => seq > ticket.accepted_seq && (!isQuote || madeMs >= ticket.accepted_ms),
  );
  if (strike === undefined || !strike.isQuote || before?.isQuote === false) return returned('void');
  const expiryMs = ticket.expires_at * 1000;
  const settle = tape.findLast(({ seq, timeMs }) => seq >= strike.seq && timeMs <= expiryMs);
  const after = tape.find(({ timeMs }) => timeMs > expiryMs);
  if (settle === undefined || after === undefined || !settle.isQuote || !after.isQuote)
    return returned('void');
  const exit = after.timeMs - settle.timeMs > LONG_KNOWN_MS ? after : settle;
  if (exit.last === strike.last) return returned('tied');
  const isWon = exit.last > strike.last === (ticket.side === 'up');
  return isWon
    ? { status: 'won', pnl: (stake * amount(ticket.payout_ratio)) / UNIT }
    : { status: 'lost', pnl: -stake };
}

/** How long a ticket may stay open after its expiry, while its next entry is delivered. */
const OPEN_FOR_MS = 4000;

export function wrongWithTicket(
  who: string,
  ticket: Ticket,
  { tapes, nowMs }: { readonly tapes: Tapes; readonly nowMs: number },
): string[] {
  const expiryMs = ticket.expires_at * 1000;
  if (ticket.status === 'open') {
    return nowMs - expiryMs < OPEN_FOR_MS
      ? []
      : [`${who}'s ticket ${ticket.id} is still open, ${nowMs - expiryMs} ms after its expiry`];
  }
  const { status, pnl } = outcomeOf(ticket, tapes);
  const said = `${ticket.status} ${ticket.pnl ?? 'nothing'}`;
  const right = `${status} ${formatAmount(pnl)}`;
  return said === right ? [] : [`${who}'s ticket ${ticket.id} is ${said} instead of ${right}`];
}
