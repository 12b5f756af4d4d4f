/** The texts that devices sign, and the headers that carry orders' signatures and receipts (docs/verification.md#a-receipt). */

/** The header with which a device signs a request, and the one with the receipt in the answer. Lower case, as Node reads them. */
export const ORDER_HEADER = 'candor-order';
export const RECEIPT_HEADER = 'candor-receipt';
/** Used in place of a symbol by a request that concerns none. */
export const NO_SYMBOL = '-';

export type OrderParts = {
  /** Method and path of the call, for example "POST coin/trade". */
  readonly call: string;
  readonly idempotencyKey: string;
  /** SHA-256 of the body's bytes, in lower-case hex. */
  readonly bodyHash: string;
  /** For example "BTC/USDT". */
  readonly symbol: string;
  /** The number of the newest entry of the symbol's tape that the device had received; 0 if none. */
  readonly seenSeq: number;
  /** The device's clock, in milliseconds since 1970; 0 if no device signed. */
  readonly deviceMs: number;
};

/** The text of an order, which the device signs. */
export function orderText({ call, idempotencyKey, bodyHash, symbol, seenSeq, deviceMs }: OrderParts): string {
  return `candor-order-v1|${call}|${idempotencyKey}|${bodyHash}|${symbol}|${seenSeq}|${deviceMs}`;
}

export type DeviceKeyParts = {
  /** The customer's number, in decimal digits. */
  readonly customer: string;
  /** 32 bytes in lower-case hex. */
  readonly publicKey: string;
  /** SHA-256 of the session's token, in lower-case hex. */
  readonly session: string;
};

/** The text by which a device registers its key for one customer, in one session. */
export function deviceKeyText({ customer, publicKey, session }: DeviceKeyParts): string {
  return `candor-device-key-v2|${customer}|${publicKey}|${session}`;
}

export type OrderHeader = {
  readonly symbol: string;
  readonly seenSeq: number;
  readonly deviceMs: number;
  /** 32 and 64 bytes in lower-case hex. */
  readonly publicKey: string;
  readonly signature: string;
};

/** The header of a signed order. */
export function writeOrderHeader(header: OrderHeader): string {
  const { symbol, seenSeq, deviceMs, publicKey, signature } = header;
  return [symbol, seenSeq, deviceMs, publicKey, signature].join('|');
}

const HEADER =
  /^([A-Z]{3,5}\/[A-Z]{3,5}|-)\|(0|[1-9]\d{0,14})\|([1-9]\d{0,14})\|([0-9a-f]{64})\|([0-9a-f]{128})$/;

/** Undefined if the header is malformed. */
export function readOrderHeader(text: string): OrderHeader | undefined {
  const [, symbol, seen, ms, publicKey, signature] = HEADER.exec(text) ?? [];
  if (symbol === undefined || publicKey === undefined || signature === undefined) return undefined;
  return { symbol, seenSeq: Number(seen), deviceMs: Number(ms), publicKey, signature };
}

export type ReceiptParts = {
  /** The signed text of the batch, which is appended to the transparency log. */
  readonly text: string;
  /** In lower-case hex. */
  readonly signature: string;
  /** The text about this order, a leaf of the batch's tree. */
  readonly leaf: string;
  /** The leaf's place, from 0, and the hashes from its sibling up to the root's child, in lower-case hex. */
  readonly place: number;
  readonly path: readonly string[];
};

/** The five parts with a space between them, the path's hashes with commas; `-` for an empty path. */
export function writeReceipt({ text, signature, leaf, place, path }: ReceiptParts): string {
  return [text, signature, leaf, place, path.length === 0 ? '-' : path.join(',')].join(' ');
}
