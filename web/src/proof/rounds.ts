/** Automatic checks of the tapes: after the customer's tickets, and periodically while the customer is logged in. */
import type { AppState } from '@candor/client/app-state.ts';
import { createApi } from '../lib/api.ts';
import { useSession } from '../lib/session.ts';
import { createLiveConnection } from '../live/connection.ts';
import { keepNewest, keepNewestOf, recall } from './keeping.ts';
import { createKeptStore } from './kept-store.ts';
import { checkLog } from './log-keeping.ts';
import { checkDeviceKey } from './own-device-key.ts';
import { checkReceipts } from './order-receipts.ts';
import { createSigning, startSigning } from './order-signing.ts';
import { checkOwnLiability } from './own-liability.ts';
import { quietly } from './quietly.ts';
import { readNewestCheckpoints } from './tape-reader.ts';

const FIRST_MS = 20_000;
const EVERY_MS = 10 * 60_000;
/** The minimum time between checks after tickets, so that several tickets in quick succession trigger only one check. */
const TICKET_WAIT_MS = 12_000;

/** Selects the stored checkpoints in turn, so that each is compared with the tape again. */
async function round(app: AppState, count: number): Promise<void> {
  const { checkpoints } = app.of(createKeptStore).keptNow();
  const one = checkpoints[count % Math.max(1, checkpoints.length)];
  if (one !== undefined) await quietly(recall(app, one));
  await quietly(readNewestCheckpoints(app.of(createApi).api).then((all) => keepNewest(app, all)));
  await quietly(checkLog(app));
  const { signing } = app.of(createSigning).getState();
  if (signing !== undefined) await quietly(checkReceipts(app, signing.customer));
  if (signing !== undefined) await quietly(checkDeviceKey(app, signing));
  await quietly(checkOwnLiability(app));
}

/** Starts checking. The returned function stops it. */
export function startRounds(app: AppState): () => void {
  let count = Math.floor(Date.now() / EVERY_MS);
  const look = () => {
    if (useSession.getState().token === undefined || document.visibilityState === 'hidden') return;
    void round(app, (count += 1));
  };
  const first = setTimeout(look, FIRST_MS);
  const timer = setInterval(look, EVERY_MS);
  const waiting = new Map<string, number>();
  // The delay after which the ticket's entries have been signed.
  const afterTicket = (symbol: string) => {
    if (waiting.has(symbol)) return;
    const later = window.setTimeout(() => {
      waiting.delete(symbol);
      void quietly(keepNewestOf(app, symbol));
    }, TICKET_WAIT_MS);
    waiting.set(symbol, later);
  };
  const stop = app.of(createLiveConnection).on('option', ({ ticket }) => afterTicket(ticket.symbol));
  const stopSigning = startSigning(app);
  return () => {
    stopSigning();
    clearTimeout(first);
    clearInterval(timer);
    for (const later of waiting.values()) clearTimeout(later);
    stop();
  };
}
