/** Exports the customer's stored card in the clear. */
import type { Pool } from '../../db/pool.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { sealedCardOf, sealedFor } from './store.ts';

export function keptCard({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
  return {
    section: 'bank_card',
    rows: async (customer: bigint) => {
      const card = await sealedCardOf(pool, customer);
      if (card === undefined) return [];
      const given =
        card.sealed === null
          ? {}
          : (JSON.parse(vault.open(card.sealed, sealedFor(customer)).toString()) as Record<string, unknown>);
      return [{ ...given, bound_at: Math.floor(card.boundMs / 1000) }];
    },
  };
}
