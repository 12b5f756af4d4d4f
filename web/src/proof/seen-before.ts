/**
 * The record of the newest price entry that this device had seen when it sent an order, stored for the resulting ticket. If the
 * platform accepts an order at an earlier entry, the platform may have known the strike, which only the device can detect.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { Subject } from './subject.ts';

type Sent = {
  /** The order's idempotency key, which all attempts share. */
  readonly key: string;
  readonly symbol: string;
  /** The newest entry seen; null if no price had been seen. */
  readonly seq: number | null;
  /** The resulting ticket; null before the answer. */
  readonly id: string | null;
};

const STORAGE_KEY = 'candor.seen-before';
/** The maximum number of records, of about 120 bytes each. */
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

/** Reads the valid records, oldest first. Each change starts with this, because another tab may have changed the records. */
function readSent(): readonly Sent[] {
  const stored = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(stored) ? (stored as Sent[]).filter(isSent) : [];
}

function writeSent(sent: readonly Sent[]): void {
  writeStored('localStorage', STORAGE_KEY, sent.slice(-SENT_MAX));
}

/**
 * Records an order. It must be called before the order is sent. If the order is sent again, the first record is kept, because
 * the first attempt may have been accepted.
 * @param seq the newest entry of the symbol that was seen; undefined if there is none.
 */
export function noteSending(key: string, symbol: string, seq: number | undefined): void {
  const sent = readSent();
  if (sent.some((one) => one.key === key)) return;
  writeSent([...sent, { key, symbol, seq: seq ?? null, id: null }]);
}

/** Assigns the ticket to the order sent with this key. */
export function keepForTicket(key: string | undefined, id: string): void {
  writeSent(readSent().map((one) => (one.key === key ? { ...one, id } : one)));
}

/** Deletes the record of the order sent with this key after its final refusal. */
export function forgetSending(key: string | undefined): void {
  writeSent(readSent().filter((one) => one.key !== key));
}

/**
 * Returns the newest entry that this device had seen when it sent the order, or undefined for an order that is too old or was
 * sent from a different device.
 */
export function seenBefore(subject: Subject): number | undefined {
  if (subject.kind !== 'ticket') return undefined;
  const { id, symbol } = subject.ticket;
  return readSent().find((one) => one.id === id && one.symbol === symbol)?.seq ?? undefined;
}

/** Deletes all records, because a demo that was reset numbers its tickets from one again. */
export function forgetSeen(): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
}
