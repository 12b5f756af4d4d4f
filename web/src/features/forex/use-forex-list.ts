/**
 * All currency pairs and metals with their day's figures and lot limits. Ticks arrive by the socket; while it is down, the list
 * is polled frequently.
 */
import { useSlice } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../lib/queries.ts';
import { createQuotes } from '../../live/quotes.ts';
import { useConnectionState } from '../../live/use-connection.ts';

export type ForexRow = CallOutput<'GET currency/whlist'>[number];

const slowEveryMs = 60_000;
const fallbackEveryMs = 3000;

export function useForexList(): UseQueryResult<readonly ForexRow[]> {
  const { offerQuotations } = useSlice(createQuotes);
  const up = useConnectionState() === 'up';
  const query = useCall(
    'GET currency/whlist',
    {},
    { everyMs: up ? slowEveryMs : fallbackEveryMs, ofCustomer: false },
  );
  const rows = query.data;
  useEffect(() => {
    if (rows !== undefined) offerQuotations(rows);
  }, [offerQuotations, rows]);
  return query;
}
