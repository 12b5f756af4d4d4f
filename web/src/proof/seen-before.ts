/**
 * The newest price entry that this device had seen when it sent an order, stored with the resulting ticket. A platform that
 * accepts an order at an earlier entry may have known its strike, and only the device can detect that.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { Subject } from './subject.ts';

/** One order. */
type Sent = {
  /** The idempotency key with which it was sent, the same each time. */
  readonly key: string;
  readonly symbol: string;
  /** Null if no price had been seen yet. */
  readonly seq: number | null;
  /** The resulting ticket; null before the answer. */
  readonly id: string | null;
};

const STORAGE_KEY = 'candor.seen-before';
/** About 120 bytes each. */
export const SENT_MAX = 200;

function isSent(one: Partial<Record<keyof Sent, unknown>> | null): boolean {
  if (typeof one !== 'object' || one === null) return false;
  const { key, symbol, seq, id } = one;
  return (
    typeof key === 'string' &&
    typeof symbol === 'string' &&
    (seq === null || (Number.isSafeInteger(seq) && (seq as number) > 0)) &&
    (id === null || typeof id === 'string')
  );
}

/** Oldest first. Invalid records are dropped. Another tab may write as well, so each change starts here. */
function readSent(): readonly Sent[] {
  const stored = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(stored) ? (stored as Sent[]).filter(isSent) : [];
}

function writeSent(sent: readonly Sent[]): void {
  writeStored('localStorage', STORAGE_KEY, sent.slice(-SENT_MAX));
}

/**
 * Call before sending an order. If an order is sent again, the first time counts, because it may have been accepted then.
 * @param seq the newest entry of the symbol that was seen, undefined if there is none.
 */
export function noteSending(key: string, symbol: string, seq: number | undefined): void {
  const sent = readSent();
  if (sent.some((one) => one.key === key)) return;
  writeSent([...sent, { key, symbol, seq: seq ?? null, id: null }]);
}

/** The order sent with this key became a ticket. */
export function keepForTicket(key: string | undefined, id: string): void {
  writeSent(readSent().map((one) => (one.key === key ? { ...one, id } : one)));
}

/** The order sent with this key has finally failed. */
export function forgetSending(key: string | undefined): void {
  writeSent(readSent().filter((one) => one.key !== key));
}

/** The newest entry that this device had seen when it sent the order; undefined for an order from elsewhere or too long ago. */
export function seenBefore(subject: Subject): number | undefined {
  if (subject.kind !== 'ticket') return undefined;
  const { id, symbol } = subject.ticket;
  return readSent().find((one) => one.id === id && one.symbol === symbol)?.seq ?? undefined;
}

/** Deletes everything, because a demo that was reset counts its tickets from the beginning. */
export function forgetSeen(): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
}
