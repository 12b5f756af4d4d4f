/** Exports a customer's verification data, decrypted. */
import type { Pool } from '../../db/pool.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { givenOf } from './handlers.ts';
import { applicationsOf, looksAt } from './store.ts';

type Kept = { readonly pool: Pool; readonly vault: Vault };

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function keptVerification({ pool, vault }: Kept) {
  return [
    {
      section: 'verification',
      rows: async (customer: bigint) =>
        (await applicationsOf(pool, customer)).map((application) => ({
          id: String(application.id),
          status: application.status,
          reason: application.reason,
          country: application.country,
          certificate_type: application.certificateType,
          ...givenOf(vault, application),
          pictures: [application.front, application.back],
          submitted_at: seconds(application.submittedMs),
          decided_at: application.decidedMs === null ? null : seconds(application.decidedMs),
        })),
    },
    {
      section: 'documents_opened',
      rows: async (customer: bigint) =>
        (await looksAt(pool, customer)).map(({ timeMs, role }) => ({ opened_at: seconds(timeMs), role })),
    },
  ];
}
