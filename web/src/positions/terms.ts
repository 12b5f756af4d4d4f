/** Converts the server's data for a leveraged ticket to the instrument's terms in the form that the domain's rules need. */
import { RefusedError } from '@candor/client/answers.ts';
import type { ContractTerms } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useApi } from '../lib/api.ts';
import type { Client } from '../lib/client.ts';

type Offered = Pick<CallOutput<'GET currency/whtrade'>, 'limits' | 'fees' | 'financing' | 'leverages'>;

export function termsOf({ limits, fees, financing, leverages }: Offered): ContractTerms {
  return {
    tickSize: amount(limits.tick_size),
    pipSize: amount(limits.pip_size),
    contractSize: amount(limits.contract_size),
    contractStep: amount(limits.quantity_step),
    contractMin: amount(limits.quantity_min),
    contractMax: amount(limits.quantity_max),
    contractFeeRate: amount(fees.open_rate),
    financingLongRate: amount(financing.long_rate),
    financingShortRate: amount(financing.short_rate),
    leverages,
  };
}

/** Terms are fetched rarely, because only the instrument's constant terms are needed; every position has its own rates. */
const staleMs = 10 * 60_000;

async function readTerms(api: Client, symbol: string, signal: AbortSignal): Promise<ContractTerms> {
  const answer = await api('POST lever/deal', { symbol }, { quiet: true, signal });
  if (answer.type !== 'ok') throw new RefusedError(answer);
  return termsOf(answer.message);
}

function termsQuery(api: Client, symbol: string) {
  return {
    queryKey: ['contract terms', symbol],
    queryFn: ({ signal }: { signal: AbortSignal }) => readTerms(api, symbol, signal),
    staleTime: staleMs,
    // Disables structural sharing, which compares answers as JSON and does not support bigints.
    structuralSharing: false,
    meta: { ofCustomer: true },
  } as const;
}

/** The terms that value all of the customer's positions in an instrument, fetched once. */
export function useTerms(symbol: string): ContractTerms | undefined {
  const { api } = useApi();
  return useQuery(termsQuery(api, symbol)).data;
}

/** Returns the terms of the instruments whose terms have loaded. */
export function useTermsOf(symbols: readonly string[]): ReadonlyMap<string, ContractTerms> {
  const { api } = useApi();
  const found = useQueries({ queries: symbols.map((symbol) => termsQuery(api, symbol)) });
  return new Map(
    symbols.flatMap((symbol, at) => {
      const terms = found[at]?.data;
      return terms === undefined ? [] : [[symbol, terms] as const];
    }),
  );
}
