/**
 * Every currency pair and metal with its day and its lot limits. Ticks arrive by the socket, and by frequent polling while it
 * is down.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../../lib/queries.ts';
import { offerQuotations } from '../../live/quotes.ts';
import { useConnectionState } from '../../live/use-connection.ts';

export type ForexRow = CallOutput<'GET currency/whlist'>[number];

const slowEveryMs = 60_000;
const fallbackEveryMs = 3000;

export function useForexList(): UseQueryResult<readonly ForexRow[]> {
  const up = useConnectionState() === 'up';
  const query = useCall(
    'GET currency/whlist',
    {},
    { everyMs: up ? slowEveryMs : fallbackEveryMs, ofCustomer: false },
  );
  const rows = query.data;
  useEffect(() => {
    if (rows !== undefined) offerQuotations(rows);
  }, [rows]);
  return query;
}
