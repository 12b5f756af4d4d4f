/**
 * Where the program that signs orders registers. It is loaded after the first screen; until then, and on devices that have no
 * key, orders are sent without a signature.
 */
import type { CallName } from '@candor/protocol/calls.ts';

export type OrderToSign = {
  readonly name: CallName;
  readonly idempotencyKey: string;
  readonly body: string;
  /** The instrument that the order names, if any. */
  readonly symbol: string | undefined;
};

/** An order's text and the header with its signature. */
export type SignedOrder = { readonly text: string; readonly header: string };

export type OrderSigner = {
  sign(order: OrderToSign): Promise<SignedOrder>;
  /** Keeps the receipt of an accepted order, to look for it in the public log. */
  keep(text: string, receipt: string): void;
};

let registered: OrderSigner | undefined;

/** The returned function removes the signer again. */
export function signOrdersWith(signer: OrderSigner): () => void {
  registered = signer;
  return () => {
    if (registered === signer) registered = undefined;
  };
}

/** Undefined if this device has no key for the customer. */
export const orderSigner = (): OrderSigner | undefined => registered;
