/** The agreements in force, and which of them the customer has not consented to yet. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from './customer.ts';
import { articleLink, serviceAgreementLink } from './links.ts';
import { useCall } from './queries.ts';

const STALE_MS = 5 * 60_000;

export type Agreement = CallOutput<'GET agreements'>[number];

/** Undefined for a visitor, and until they are loaded. */
export function useAgreements(): readonly Agreement[] | undefined {
  const enabled = useSignedIn();
  const { data } = useCall('GET agreements', {}, { enabled, inLanguage: true, staleMs: STALE_MS });
  return enabled ? data : undefined;
}

export function isOutstanding({ version, consented_version: consented }: Agreement): boolean {
  return consented === null || consented < version;
}

export function agreementLink(id: Agreement['id']): string {
  return id === 'service-agreement' ? serviceAgreementLink : articleLink(id);
}
