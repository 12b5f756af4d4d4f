/** Reads what a request says about its order: its text and, if there is one, the signature by the customer's device. */
import { hash } from 'node:crypto';
import { NO_SYMBOL, orderText, readOrderHeader } from '@candor/protocol/receipts/texts.ts';
import type { CallContext } from '../calls/handler.ts';
import { LIMITS } from '../limits.ts';

export type Ordered = NonNullable<CallContext['order']>;

const SYMBOL = /^[A-Z]{3,5}\/[A-Z]{3,5}$/;
/** Signed keys may contain only these characters, because a vertical bar would make the signed text ambiguous. */
const SIGNED_KEY = /^[\w-]+$/;
/** Characters that are used as separators in a stored list of texts. */
const CONTROL = /[\u0000-\u001f]/;

/** The parts of a request that matter to an order in addition to its fields. */
export type SaidOfOrder = {
  /** The bytes of the body. For an order that came in a batch or by socket, the JSON text of its fields. */
  readonly body: Buffer | string;
  /** The value of the header `Candor-Order`. */
  readonly signature?: string | readonly string[] | undefined;
};

/** Returns the order, or undefined if the request contains a malformed signature. */
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
