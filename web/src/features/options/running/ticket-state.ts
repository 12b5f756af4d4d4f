/** What is to be said of a ticket at a moment: how long it runs, where the price stands to its strike, how it ended. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { Ticket } from '../../../live/ticket-list.ts';

/** Before its strike is known, while it runs, between its expiry and its result, and after. */
export type Stage = 'accepted' | 'running' | 'settling' | 'ended';

/** `second` is the market's, undefined while it is not known. */
export function stageOf(
  ticket: Pick<Ticket, 'status' | 'strike' | 'expires_at'>,
  second: number | undefined,
): Stage {
  if (ticket.status !== 'open') return 'ended';
  if (second !== undefined && second >= ticket.expires_at) return 'settling';
  return ticket.strike === null ? 'accepted' : 'running';
}

/** Whole seconds until it expires, never below nought or above what it runs in all. */
export function secondsLeft(ticket: Pick<Ticket, 'expires_at' | 'seconds'>, second: number): number {
  return Math.min(ticket.seconds, Math.max(0, ticket.expires_at - second));
}

/** "1:05" */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export type Standing = {
  /** Where the price is, seen from the strike. */
  readonly place: 'above' | 'below' | 'at';
  /** How it would end if it ended now. */
  readonly would: 'win' | 'lose' | 'tie';
};

/** Where a price leaves the ticket; undefined until it is struck, or when the price is from before its strike. */
export function standingOf(
  ticket: Pick<Ticket, 'side' | 'strike' | 'strike_seq'>,
  quote: { readonly last: string; readonly seq: number } | undefined,
): Standing | undefined {
  const { strike } = ticket;
  if (strike === null || quote === undefined || quote.seq < ticket.strike_seq) return undefined;
  const difference = amount(quote.last) - amount(strike);
  if (difference === 0n) return { place: 'at', would: 'tie' };
  const place = difference > 0n ? 'above' : 'below';
  return { place, would: (place === 'above') === (ticket.side === 'up') ? 'win' : 'lose' };
}

/** So long before the screen was opened a ticket may have ended to be shown with its result, by the market's clock. */
const LATELY_SECONDS = 600;

/**
 * The tickets to show: all that run, and what ended lately and was not put away, in the order of the list. What ends while the
 * screen is open stays, so that nothing goes by itself.
 */
export function ticketsShown(
  tickets: readonly Ticket[],
  {
    openedSecond,
    putAway,
  }: { readonly openedSecond: number | undefined; readonly putAway: ReadonlySet<string> },
): readonly Ticket[] {
  return tickets.filter(({ id, status, settled_at: settledAt }) => {
    if (status === 'open') return true;
    if (putAway.has(id) || openedSecond === undefined || settledAt === null) return false;
    return openedSecond - settledAt < LATELY_SECONDS;
  });
}
