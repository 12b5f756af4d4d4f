/** The state of a ticket at a moment: its remaining time, the price relative to its strike, and its result. Pure. */
import { amount } from '@candor/domain/money/amount.ts';
import type { Ticket } from '../../../live/ticket-list.ts';

/** `accepted`: before the strike; `running`; `settling`: between expiry and result; `ended`: after the result. */
export type Stage = 'accepted' | 'running' | 'settling' | 'ended';

/** `second` is the market's time; undefined until it is known. */
export function stageOf(
  ticket: Pick<Ticket, 'status' | 'strike' | 'expires_at'>,
  second: number | undefined,
): Stage {
  if (ticket.status !== 'open') return 'ended';
  if (second !== undefined && second >= ticket.expires_at) return 'settling';
  return ticket.strike === null ? 'accepted' : 'running';
}

/** Returns the whole seconds until expiry, between zero and the ticket's duration. */
export function secondsLeft(ticket: Pick<Ticket, 'expires_at' | 'seconds'>, second: number): number {
  return Math.min(ticket.seconds, Math.max(0, ticket.expires_at - second));
}

/** Formats seconds as "1:05". */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export type Standing = {
  readonly place: 'above' | 'below' | 'at';
  /** The result if the ticket expired now. */
  readonly would: 'win' | 'lose' | 'tie';
};

/** Returns the state of the ticket at a price, or undefined before the strike and for a price from before the strike. */
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

/** The maximum time, by the market's clock, between a ticket's settlement and the opening of a screen that shows its result. */
const LATELY_SECONDS = 600;

/**
 * Returns the tickets to show, in the order of the list: running tickets, and recently settled tickets that were not dismissed. A
 * ticket settled while the screen is open stays until it is dismissed.
 */
export function ticketsShown(
  tickets: readonly Ticket[],
  {
    openedSecond,
    dismissed,
  }: { readonly openedSecond: number | undefined; readonly dismissed: ReadonlySet<string> },
): readonly Ticket[] {
  return tickets.filter(({ id, status, settled_at: settledAt }) => {
    if (status === 'open') return true;
    if (dismissed.has(id) || openedSecond === undefined || settledAt === null) return false;
    return openedSecond - settledAt < LATELY_SECONDS;
  });
}
