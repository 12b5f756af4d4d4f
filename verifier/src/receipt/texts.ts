/** The texts of orders and receipts, read strictly (docs/verification.md#a-receipt). */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const WHOLE = '(0|[1-9]\\d{0,15})';
const HASH = '([0-9a-f]{64})';
const SYMBOL = '([A-Z]{3,5}/[A-Z]{3,5}|-)';
const ORDER = new RegExp(
  `^candor-order-v1\\|((?:GET|POST) [a-zA-Z_/]+)\\|(\\S+)\\|${HASH}\\|${SYMBOL}\\|${WHOLE}\\|${WHOLE}$`,
);
const LEAF = new RegExp(`^candor-receipt-v1\\|${HASH}\\|${WHOLE}\\|${SYMBOL}\\|${WHOLE}\\|${HASH}$`);
const BATCH = new RegExp(`^candor-receipts-v1\\|${WHOLE}\\|${WHOLE}\\|${WHOLE}\\|${HASH}$`);

export type OrderText = {
  /** Method and path, for example "POST coin/trade". */
  readonly call: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the body's bytes, in hex, as are all hashes here. */
  readonly bodyHash: string;
  /** `-` if the order concerns none. */
  readonly symbol: string;
  /** The newest entry that the device had received; 0 if none. */
  readonly seenSeq: number;
  /** By the device's clock; 0 if no device signed. */
  readonly deviceMs: number;
};

/** Reads the text of an order; undefined if it has another form. */
export function readOrder(text: string): OrderText | undefined {
  const [, call, idempotencyKey, bodyHash, symbol, seen, ms] = ORDER.exec(text) ?? [];
  if (call === undefined || idempotencyKey === undefined || bodyHash === undefined) return undefined;
  return {
    call,
    idempotencyKey,
    bodyHash,
    symbol: symbol ?? '-',
    seenSeq: Number(seen),
    deviceMs: Number(ms),
  };
}

export type LeafText = {
  readonly orderHash: string;
  /** By the market clock, which is that of the tapes. */
  readonly acceptedMs: number;
  readonly symbol: string;
  /** The newest entry of the symbol's tape at the acceptance; 0 if the order concerns none. */
  readonly acceptedSeq: number;
  readonly answerHash: string;
};

/** Reads a receipt's promise about one order; undefined if it has another form. */
export function readLeaf(text: string): LeafText | undefined {
  const [, orderHash, ms, symbol, seq, answerHash] = LEAF.exec(text) ?? [];
  if (orderHash === undefined || symbol === undefined || answerHash === undefined) return undefined;
  return { orderHash, acceptedMs: Number(ms), symbol, acceptedSeq: Number(seq), answerHash };
}

export type BatchText = {
  readonly number: number;
  /** By the wall clock, milliseconds since 1970. */
  readonly atMs: number;
  /** The number of orders in the batch. */
  readonly count: number;
  readonly root: string;
};

/** Reads the text of a batch, which is signed and logged; undefined if it has another form. */
export function readBatch(text: string): BatchText | undefined {
  const [, number, ms, count, root] = BATCH.exec(text) ?? [];
  if (number === undefined || root === undefined) return undefined;
  return { number: Number(number), atMs: Number(ms), count: Number(count), root };
}

/** The SHA-256 of a text's UTF-8, in lower-case hex. */
export function hashOfText(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}

export type Receipt = {
  /** The signed text of the batch. */
  readonly text: string;
  readonly signature: string;
  readonly leaf: string;
  /** The leaf's place in the batch's tree, from 0, and the hashes from its sibling up to the root's child, in hex. */
  readonly place: number;
  readonly path: readonly string[];
};

const HEADER = /^(\S+) ([0-9a-f]{128}) (\S+) (0|[1-9]\d{0,4}) (-|[0-9a-f]{64}(?:,[0-9a-f]{64}){0,15})$/;

/** Reads the header `candor-receipt` of an answer; undefined if it has another form. */
export function readReceiptHeader(header: string): Receipt | undefined {
  const [, text, signature, leaf, place, path] = HEADER.exec(header) ?? [];
  if (text === undefined || signature === undefined || leaf === undefined || path === undefined)
    return undefined;
  return { text, signature, leaf, place: Number(place), path: path === '-' ? [] : path.split(',') };
}
