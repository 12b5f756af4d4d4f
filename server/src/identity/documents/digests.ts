/**
 * Keyed hashes of card numbers and names, by which operators find a customer without reading anybody's sealed data. The key is
 * the vault's, so that the database alone reveals none of them.
 */
import { foldName } from '../names.ts';
import type { Vault } from '../secrets/vault.ts';

/** Spaces and dashes in a card or account number are ignored. */
export function cardDigest(vault: Pick<Vault, 'keyed'>, number: string): Buffer {
  return vault.keyed(number.replaceAll(/[\s-]/g, '').toUpperCase(), 'bank card number');
}

/** The order of a name's parts is ignored, because a surname comes first in some countries and last in others. */
export function nameDigest(vault: Pick<Vault, 'keyed'>, name: string): Buffer {
  const parts = foldName(name)
    .split(/[\s,]+/u)
    .filter((part) => part !== '');
  return vault.keyed(parts.toSorted().join(' '), 'real name');
}
