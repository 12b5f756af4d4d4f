/** When this device looks at the tapes by itself: after its customer's tickets, and now and then while they are signed in. */
import { useSession } from '../lib/session.ts';
import { connection } from '../live/connection.ts';
import { keepNewest, keepNewestOf, recall } from './keeping.ts';
import { keptNow } from './kept-store.ts';
import { quietly } from './quietly.ts';
import { readNewestCheckpoints } from './tape-reader.ts';

const FIRST_MS = 20_000;
const EVERY_MS = 10 * 60_000;
/** Tickets bought in a row need one look. */
const TICKET_WAIT_MS = 12_000;

/** Takes the kept checkpoints in turn, so that in time each is held against the tape again. */
async function round(count: number): Promise<void> {
  const { checkpoints } = keptNow();
  const one = checkpoints[count % Math.max(1, checkpoints.length)];
  if (one !== undefined) await quietly(recall(one));
  await quietly(readNewestCheckpoints().then(keepNewest));
}

/** Begins looking; the answer ends it. */
export function startRounds(): () => void {
  let count = Math.floor(Date.now() / EVERY_MS);
  const look = () => {
    if (useSession.getState().token === undefined || document.visibilityState === 'hidden') return;
    void round((count += 1));
  };
  const first = setTimeout(look, FIRST_MS);
  const timer = setInterval(look, EVERY_MS);
  const waiting = new Map<string, number>();
  // By then the entries that the ticket rests on are signed.
  const afterTicket = (symbol: string) => {
    if (waiting.has(symbol)) return;
    const later = window.setTimeout(() => {
      waiting.delete(symbol);
      void quietly(keepNewestOf(symbol));
    }, TICKET_WAIT_MS);
    waiting.set(symbol, later);
  };
  const stop = connection.on('option', ({ ticket }) => afterTicket(ticket.symbol));
  return () => {
    clearTimeout(first);
    clearInterval(timer);
    for (const later of waiting.values()) clearTimeout(later);
    stop();
  };
}
