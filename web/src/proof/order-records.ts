/**
 * The orders that this device sent: the signed text, the answer, and the platform's receipt. They are kept until newer ones
 * need the room, so that a trade can be compared with its receipt later.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { Finding } from '@candor/verifier/findings.ts';

const STORAGE_KEY = 'candor.receipts';
/** The maximum number of records, of about two kilobytes each. */
const RECORDS_MAX = 100;
/** Longer answers are kept by their hash only. */
const ANSWER_CHARS_MAX = 2000;

/** One attempt to send an order: its text, and whether this device signed it. */
export type Attempt = { readonly text: string; readonly signature: string | undefined };

export type OrderRecord = {
  /** The number of the customer who sent the order. */
  readonly customer: string;
  /** The order's idempotency key, which all attempts share. */
  readonly key: string;
  /** Method and path, for example "POST coin/trade". */
  readonly call: string;
  readonly attempts: readonly Attempt[];
  /** Whether attempts were made of which this device has no record. */
  readonly hasOlder: boolean;
  /** By this device's clock, in milliseconds. */
  readonly sentMs: number;
  readonly answeredMs?: number;
  /** The JSON text of the answer's `message`, unless it is long, and its SHA-256 in hex. */
  readonly answer?: string;
  readonly answerHash?: string;
  /** The header with the receipt. */
  readonly receipt?: string;
  /** Whether the receipt came later than the answer, from the list of signed orders. */
  readonly isFetched?: boolean;
  /** The trade, as `tradeOf` names it. */
  readonly trade?: string;
  /**
   * `sent`: not answered; `waiting`: accepted, and not yet found in the log; `unknown`: accepted by an attempt that this device
   * did not record, so that it may have no receipt.
   */
  readonly state: 'sent' | 'waiting' | 'logged' | 'wrong' | 'unknown';
  /** The witnesses' time of the log in which the receipt was found, in milliseconds. */
  readonly loggedMs?: number;
  /** The violations, and how often an answer without a receipt was looked up. */
  readonly finding?: Finding;
  readonly lookedUp?: number;
};

const STATES: ReadonlySet<string> = new Set(['sent', 'waiting', 'logged', 'wrong', 'unknown']);

function isRecord(one: Partial<OrderRecord> | null): boolean {
  return (
    typeof one === 'object' &&
    one !== null &&
    [one.customer, one.key, one.call].every((text) => typeof text === 'string') &&
    Array.isArray(one.attempts) &&
    one.attempts.every((attempt: Partial<Attempt> | null) => typeof attempt?.text === 'string') &&
    Number.isSafeInteger(one.sentMs) &&
    STATES.has(String(one.state))
  );
}

/** All records, oldest first. Each change starts with this, because another tab may have changed them. */
export function orderRecords(): readonly OrderRecord[] {
  const stored = readStored('localStorage', STORAGE_KEY);
  return Array.isArray(stored) ? (stored as OrderRecord[]).filter(isRecord) : [];
}

function write(records: readonly OrderRecord[]): void {
  writeStored('localStorage', STORAGE_KEY, records.slice(-RECORDS_MAX));
}

/** Records an attempt before it is sent. */
export function noteAttempt(
  order: Pick<OrderRecord, 'customer' | 'key' | 'call' | 'hasOlder' | 'sentMs'>,
  attempt: Attempt,
): void {
  const records = orderRecords();
  const known = records.find(({ key }) => key === order.key);
  const others = records.filter((one) => one !== known);
  const attempts = [...(known?.attempts ?? []), attempt];
  write([...others, { ...(known ?? { ...order, state: 'sent' }), attempts }]);
}

export function changeRecord(key: string, change: (before: OrderRecord) => OrderRecord): void {
  write(orderRecords().map((one) => (one.key === key ? change(one) : one)));
}

/** Deletes the record of an order after its final refusal. */
export function forgetRecord(key: string): void {
  write(orderRecords().filter((one) => one.key !== key));
}

/** Deletes all records, because a demo that was reset has another log. */
export function forgetReceipts(): void {
  writeStored('localStorage', STORAGE_KEY, undefined);
}

export type Accepted = {
  readonly answeredMs: number;
  /** The JSON text of the answer's `message`. */
  readonly answer: string;
  readonly answerHash: string;
  readonly receipt: string | null;
};

/** The record of an order that was accepted. */
export function accepted(
  before: OrderRecord,
  { answeredMs, answer, answerHash, receipt }: Accepted,
): OrderRecord {
  const trade = tradeOf(before.call, answer);
  return {
    ...{ ...before, state: 'waiting', answeredMs, answerHash },
    ...(answer.length <= ANSWER_CHARS_MAX && { answer }),
    ...(receipt !== null && { receipt }),
    ...(trade !== undefined && { trade }),
  };
}

const PRODUCTS: Readonly<Record<string, string>> = {
  'POST coin/trade': 'spot',
  'POST microtrade/submit': 'option',
  'POST microtrade/whsubmit': 'option',
  'POST lever/submit': 'position',
  'POST lever/whsubmit': 'position',
  'POST lever/close': 'close',
  'POST lever/whclose': 'close',
};

/** The order or position that a call opened or closed, such as "spot 17" or "close 17"; undefined for other calls. */
function tradeOf(call: string, answer: string): string | undefined {
  const product = PRODUCTS[call];
  const id = product === undefined ? undefined : (JSON.parse(answer) as { readonly id?: unknown }).id;
  return typeof id === 'string' ? `${product} ${id}` : undefined;
}

/** The records of a trade, newest first: a position may be closed in parts. */
export function recordsOf(trade: string): readonly OrderRecord[] {
  return orderRecords()
    .filter((one) => one.trade === trade)
    .toReversed();
}
