/** The terms of an instrument that the customer has something open in. */
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../lib/api.ts';
import { RefusedError } from '../lib/queries.ts';
import { contractTerms } from './ticket/contract-terms.ts';

/** Terms change when an instrument is configured anew, which is seldom; what is charged is the server's in any case. */
const staleMs = 10 * 60_000;

async function readTerms(symbol: string, signal: AbortSignal): Promise<ContractTerms> {
  const answer = await api('POST lever/deal', { symbol }, { quiet: true, signal });
  if (answer.type !== 'ok') throw new RefusedError(answer);
  return contractTerms(answer.message);
}

/** The terms of an instrument; undefined until they are there. Each is asked for once, however many positions need it. */
export function useTerms(symbol: string): ContractTerms | undefined {
  return useQuery({
    queryKey: ['contract terms', symbol],
    queryFn: ({ signal }) => readTerms(symbol, signal),
    staleTime: staleMs,
    // Bigints do not go through JSON, by which answers are compared otherwise.
    structuralSharing: false,
  }).data;
}
