/**
 * The outcome of a ticket, from its line of the public list and the tape alone, and the amount that a void ticket saved or cost
 * the house.
 */
import type { TapeEntry } from '../chain.ts';
import { kindOf, madeMs } from '../chain.ts';
import { readDecimal } from '../decimal.ts';
import type { EntryPages } from './entries.ts';
import { fault } from './found.ts';
import type { FillFault } from './found.ts';
import type { TicketLine } from './lines.ts';

/** If the entries around expiry are further apart, the later one is the exit. */
const GAP_MS = 3000;
/** The number of entries that are read before and after a named one, since rejects are skipped. */
const AROUND = 50;

const isHeard = (entry: TapeEntry): boolean => kindOf(entry) !== 'reject';
const inGap = (before: TapeEntry, after: TapeEntry): boolean => before.gap === true || after.gap === true;

/** Checks a ticket; `text` is its line. A ticket that ended because its owner started a demo over is not decided by the tape. */
export async function checkTicket(
  pages: EntryPages,
  ticket: TicketLine,
  text: string,
): Promise<readonly FillFault[]> {
  if (ticket.reason === 'start_over') return [];
  const { symbol, status, reason, strike: strikeSeq, settle, expiresMs } = ticket;
  const isVoid = status === 'void';
  const differs = (detail: string): readonly FillFault[] => [
    fault(isVoid ? 'void_unfounded' : 'ticket_differs', `${symbol}: ${detail}.`, text),
  ];
  const start = (
    await pages.range(symbol, ticket.accepted - AROUND, (strikeSeq ?? ticket.accepted) + AROUND)
  ).filter(isHeard);
  const accepted = start.find(({ seq }) => seq === ticket.accepted);
  const strike = start.find((entry) => entry.seq > ticket.accepted && mayStrike(ticket, entry));
  // A rejected quote halts its symbol, so nothing is accepted there.
  if (accepted === undefined) return differs(`entry ${ticket.accepted} accepts no ticket`);
  if (strike === undefined) return differs('the tape has no entry for its strike');
  if (strikeSeq !== null && strikeSeq !== strike.seq && !(isVoid && reason === 'gap_strike')) {
    return differs(`struck at entry ${strikeSeq}, and the rule gives entry ${strike.seq}`);
  }
  const isStruckInGap = inGap(accepted, strike) || strike.time_ms > expiresMs;
  if (isStruckInGap !== (reason === 'gap_strike')) {
    return isStruckInGap
      ? [
          fault(
            'ticket_differs',
            `${symbol}: there is a gap between entries ${accepted.seq} and ${strike.seq}.`,
            text,
          ),
        ]
      : differs(`there is no gap between entries ${accepted.seq} and ${strike.seq}`);
  }
  if (isStruckInGap) return [];
  if (settle === null) return differs('it names no exit');
  const near = (await pages.range(symbol, settle - AROUND, settle + AROUND)).filter(isHeard);
  const later = near.findIndex((entry) => entry.time_ms > expiresMs);
  const [before, after] = [near[later - 1], near[later]];
  if (before === undefined || after === undefined) return differs(`entry ${settle} is not at its expiry`);
  if (inGap(before, after) !== (reason === 'gap_expiry')) {
    return inGap(before, after)
      ? [
          fault(
            'ticket_differs',
            `${symbol}: there is a gap between entries ${before.seq} and ${after.seq}.`,
            text,
          ),
        ]
      : differs(`there is no gap between entries ${before.seq} and ${after.seq}`);
  }
  const exit = !isVoid && after.time_ms - before.time_ms > GAP_MS ? after : before;
  if (exit.seq !== settle) return differs(`exit at entry ${settle}, and the rule gives entry ${exit.seq}`);
  if (isVoid) return [];
  const outcome = outcomeOf(ticket, strike, exit);
  return outcome === status ? [] : differs(`${status}, and the tape gives ${outcome}`);
}

function mayStrike({ struckFromMs, acceptedMs, status }: TicketLine, entry: TapeEntry): boolean {
  if (!isHeard(entry)) return false;
  // Tickets of older releases, which have no such time, were struck by the entry after the accepted one.
  const fromMs = struckFromMs ?? (status === 'void' ? acceptedMs : 0);
  return entry.gap === true || madeMs(entry) >= fromMs;
}

function outcomeOf({ side }: TicketLine, strike: TapeEntry, exit: TapeEntry): 'won' | 'lost' | 'tied' {
  const rise = (readDecimal(exit.last) ?? 0n) - (readDecimal(strike.last) ?? 0n);
  if (rise === 0n) return 'tied';
  return rise > 0n === (side === 'up') ? 'won' : 'lost';
}

/**
 * The outcome that a void ticket would have had without its gap, by last prices; undefined until the tape is past its expiry.
 */
export async function withoutGap(
  pages: EntryPages,
  ticket: TicketLine,
): Promise<'won' | 'lost' | 'tied' | undefined> {
  const { symbol, accepted, strike: strikeSeq, expiresMs } = ticket;
  const from = Math.max(accepted + 1, strikeSeq ?? 0);
  const strike = (await pages.range(symbol, from, from + AROUND)).find(isHeard);
  if (strike === undefined) return undefined;
  const exit = await pages.lastAt(symbol, accepted, expiresMs);
  if (exit === undefined) return undefined;
  return strike.time_ms > expiresMs ? 'tied' : outcomeOf(ticket, strike, exit);
}
