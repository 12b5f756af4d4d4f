/**
 * A trade whose answer never came. It may have been executed, so it is never replaced by a fresh one: sending it again is the
 * same request under the same key, which has one effect however often it arrives. It survives a reload.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';

/** Where it was made: on a ticket, in the coin to coin form, in the exchange, or where a position is closed. */
export type TradeForm =
  | 'ticket'
  | 'convert'
  | 'exchange'
  | 'contract'
  | 'forex'
  | `option ${string}`
  | `close ${string}`;

const keyOf = (form: TradeForm): string => `candor.unanswered.${form}`;
/** The client keeps the key of an unanswered command for ten minutes. */
const keptMs = 9 * 60_000;

type Kept = { readonly request: object; readonly atMs: number };

/** Reads what was kept, unless it is too old to be sent under its key. */
export function readUnanswered(stored: unknown, nowMs: number): object | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { request, atMs } = stored as Partial<Kept>;
  if (typeof request !== 'object' || typeof atMs !== 'number' || nowMs - atMs > keptMs) return undefined;
  return request;
}

/** What this form left unanswered; it wrote the request itself, so its shape is its own. */
export function loadUnanswered<Request extends object>(form: TradeForm): Request | undefined {
  return readUnanswered(readStored('sessionStorage', keyOf(form)), Date.now()) as Request | undefined;
}

/** Keeps a request before it is sent, or forgets it once its answer is final. */
export function keepUnanswered(form: TradeForm, request: object | undefined): void {
  writeStored(
    'sessionStorage',
    keyOf(form),
    request === undefined ? undefined : { request, atMs: Date.now() },
  );
}
