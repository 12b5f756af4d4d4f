/**
 * By what a payment is known outside of the house: a chain's transaction, or what the bank calls it. Nobody is paid twice for
 * one payment, so two ways of writing the same one have to be one.
 */
import type { Network } from '@candor/protocol/networks.ts';

/** The payment as somebody named it, and in the form in which two are the same. */
export type Reference = { readonly text: string; readonly key: string };

/** Ethereum, Arbitrum, Tron and Bitcoin all name a transaction by 32 bytes; some write 0x before them. */
const TRANSACTION = /^(?:0x)?([0-9a-f]{64})$/;
/** What nobody sees, and what takes lists of texts apart. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Reads a reference of a network; undefined for what cannot be one. */
export function readReference(network: Network, typed: string): Reference | undefined {
  const text = typed.trim();
  if (UNSEEN.test(text)) return undefined;
  const close = text.normalize('NFKC').replaceAll(/\s/gu, '');
  if (network !== 'wire') {
    const hash = TRANSACTION.exec(close.toLowerCase())?.[1];
    return hash === undefined ? undefined : { text, key: hash };
  }
  const key = close.toUpperCase();
  return key === '' ? undefined : { text, key };
}
