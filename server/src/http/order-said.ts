/** Reads what a request says about its order: its text, and the signature of the customer's device if there is one. */
import { hash } from 'node:crypto';
import { NO_SYMBOL, orderText, readOrderHeader } from '@candor/protocol/receipts/texts.ts';
import type { CallContext } from '../calls/handler.ts';
import { LIMITS } from '../limits.ts';

export type Ordered = NonNullable<CallContext['order']>;

const SYMBOL = /^[A-Z]{3,5}\/[A-Z]{3,5}$/;
/** A key with a vertical bar could be read as a different text. */
const SIGNED_KEY = /^[\w-]+$/;
/** Characters that a stored list of texts separates with. */
const CONTROL = /[\u0000-\u001f]/;

/** The parts of a request besides its fields. */
export type SaidOfOrder = {
  /** The bytes of the body; of an order that came in a batch or by socket, the JSON text of its fields. */
  readonly body: Buffer | string;
  /** The header `Candor-Order`, or its text. */
  readonly signature?: string | readonly string[] | undefined;
};

/** Undefined if the request names a signature that is malformed. */
export function orderOf(
  { body, signature: header }: SaidOfOrder,
  said: { readonly call: string; readonly idempotencyKey: string | undefined; readonly symbol: unknown },
): Ordered | undefined {
  const { call, idempotencyKey = '-', symbol: named } = said;
  const common = { call, idempotencyKey, bodyHash: hash('sha256', body) };
  if (header === undefined) {
    const symbol = typeof named === 'string' && SYMBOL.test(named) ? named : NO_SYMBOL;
    return { text: orderText({ ...common, symbol, seenSeq: 0, deviceMs: 0 }), symbol };
  }
  const signed = typeof header === 'string' ? readOrderHeader(header) : undefined;
  const sent = body.toString();
  const isStorable = sent.length <= LIMITS.deviceKeys.signedBodyCharsMax && !CONTROL.test(sent);
  if (signed === undefined || !isStorable || idempotencyKey === '-' || !SIGNED_KEY.test(idempotencyKey)) {
    return undefined;
  }
  const { symbol, seenSeq, deviceMs, publicKey, signature } = signed;
  return {
    text: orderText({ ...common, symbol, seenSeq, deviceMs }),
    symbol,
    signed: {
      deviceKey: Buffer.from(publicKey, 'hex'),
      signature: Buffer.from(signature, 'hex'),
      body: sent,
      deviceMs,
    },
  };
}
