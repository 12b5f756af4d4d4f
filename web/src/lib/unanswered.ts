/**
 * A trade without an answer. It may have been executed, so it is sent again as the same request with the same key, which takes
 * effect at most once, and never replaced by a new request. It survives a reload.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';

/** The origin of the trade: a ticket, the coin-to-coin form, the exchange, or the close of a position. */
export type TradeForm =
  | 'ticket'
  | 'convert'
  | 'exchange'
  | 'contract'
  | 'forex'
  | `option ${string}`
  | `close ${string}`;

const keyOf = (form: TradeForm): string => `candor.unanswered.${form}`;
/** The time after which a stored request is dropped, a minute less than the client keeps the key of an unanswered command. */
const keptMs = 9 * 60_000;

type Kept = { readonly request: object; readonly atMs: number };

/** Reads the stored request, unless it is too old to be sent with its key. */
export function readUnanswered(stored: unknown, nowMs: number): object | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { request, atMs } = stored as Partial<Kept>;
  if (typeof request !== 'object' || typeof atMs !== 'number' || nowMs - atMs > keptMs) return undefined;
  return request;
}

/** Returns the form's unanswered request. Its type is the one with which the form stored it. */
export function loadUnanswered<Request extends object>(form: TradeForm): Request | undefined {
  return readUnanswered(readStored('sessionStorage', keyOf(form)), Date.now()) as Request | undefined;
}

/** Stores a request before sending, or deletes it after a final answer. */
export function keepUnanswered(form: TradeForm, request: object | undefined): void {
  writeStored(
    'sessionStorage',
    keyOf(form),
    request === undefined ? undefined : { request, atMs: Date.now() },
  );
}
