/**
 * External references of payments: a blockchain transaction, or the bank's reference. No payment may be credited or paid out
 * twice, so different spellings of a reference must be recognised as the same.
 */
import type { Network } from '@candor/protocol/networks.ts';

/** The reference as it was typed, and in normalised form. */
export type Reference = { readonly text: string; readonly key: string };

/** Ethereum, Arbitrum, Tron and Bitcoin all identify a transaction by 32 bytes. Some prefix them with 0x. */
const TRANSACTION = /^(?:0x)?([0-9a-f]{64})$/;
/** Invisible characters, and characters that are used as separators in a list of texts. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/u;

/** Parses a reference. Returns undefined if the text can't be a reference on the network. */
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
