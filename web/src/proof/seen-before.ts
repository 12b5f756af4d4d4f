/**
 * The newest price entry that this device had seen when it sent an order, kept beside the ticket that came of it. Whoever accepts
 * an order behind an earlier entry may have known its strike, and only the device can tell.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { Subject } from './subject.ts';

/** One order. */
type Sent = {
  /** The idempotency key under which it was sent, the same one each time. */
  readonly key: string;
  readonly symbol: string;
  /** Null where no price had been seen yet. */
  readonly seq: number | null;
  /** The ticket that came of it; null before the answer. */
  readonly id: string | null;
};

const STORAGE_KEY = 'candor.seen-before';
/** Some 120 bytes each. */
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

/** Oldest first. What is not of this form is left out. Another tab may write as well, so each change begins here. */
function readSent(): readonly Sent[] {
  const stored = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(stored) ? (stored as Sent[]).filter(isSent) : [];
}

function writeSent(sent: readonly Sent[]): void {
  writeStored('localStorage', STORAGE_KEY, sent.slice(-SENT_MAX));
}

/**
 * Before an order is sent. Of one that is sent again the first time counts: it may have been accepted then.
 * @param seq the newest entry of the symbol that was seen, undefined where there is none.
 */
export function noteSending(key: string, symbol: string, seq: number | undefined): void {
  const sent = readSent();
  if (sent.some((one) => one.key === key)) return;
  writeSent([...sent, { key, symbol, seq: seq ?? null, id: null }]);
}

/** The order sent under this key became a ticket. */
export function keepForTicket(key: string | undefined, id: string): void {
  writeSent(readSent().map((one) => (one.key === key ? { ...one, id } : one)));
}

/** Nothing came of the order sent under this key, finally. */
export function forgetSending(key: string | undefined): void {
  writeSent(readSent().filter((one) => one.key !== key));
}

/** The newest entry that this device had seen when it sent the order; undefined of what was ordered elsewhere, or too long ago. */
export function seenBefore(subject: Subject): number | undefined {
  if (subject.kind !== 'ticket') return undefined;
  const { id, symbol } = subject.ticket;
  return readSent().find((one) => one.id === id && one.symbol === symbol)?.seq ?? undefined;
}

/** Forgets everything, as a demo that was set up anew counts its tickets from the beginning. */
export function forgetSeen(): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
}
