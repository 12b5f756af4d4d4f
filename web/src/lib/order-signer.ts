/**
 * Holds the program that signs orders and keeps their receipts, once the program has registered here. It is loaded after the
 * first screen; until then, orders are sent without a signature.
 */
import type { CallName } from '@candor/protocol/calls.ts';

export type OrderToSign = {
  readonly name: CallName;
  readonly idempotencyKey: string;
  readonly body: string;
  /** The instrument that the order names, if any. */
  readonly symbol: string | undefined;
  /** Whether the order was sent before with this key and not answered. */
  readonly isRepeat: boolean;
};

export type AnsweredOrder = {
  readonly idempotencyKey: string;
  /** `open` if the order may still be accepted by an attempt that was not answered. */
  readonly outcome: 'accepted' | 'refused' | 'open';
  /** The header with the receipt; null if the answer has none. */
  readonly receipt: string | null;
  /** The answer's body as it arrived. */
  readonly body: string;
};

export type OrderSigner = {
  /** Records an order before it is sent, and returns the header with its signature; undefined if this device can't sign. */
  sign(order: OrderToSign): Promise<string | undefined>;
  /** Records that the order is sent again without a signature, because the platform refused it. */
  leaveUnsigned(order: OrderToSign): Promise<void>;
  /** Keeps the answer, to check the receipt and look for it in the public log. */
  answered(answer: AnsweredOrder): void;
};

export type SignerPlace = {
  /** Undefined if no customer is logged in, or the program has not been loaded yet. */
  readonly orderSigner: () => OrderSigner | undefined;
  /** The returned function removes the signer again. */
  readonly signOrdersWith: (signer: OrderSigner) => () => void;
};

export function createSignerPlace(): SignerPlace {
  let registered: OrderSigner | undefined;
  return {
    orderSigner: () => registered,
    signOrdersWith: (signer) => {
      registered = signer;
      return () => {
        if (registered === signer) registered = undefined;
      };
    },
  };
}
