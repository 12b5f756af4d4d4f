/** All instruments with their day's figures. They are polled rarely while the socket delivers ticks, and frequently otherwise. */
import { useSlice } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCall } from '../lib/queries.ts';
import { liveFigures } from './figures.ts';
import type { LiveFigures } from './figures.ts';
import { createQuotes } from './quotes.ts';
import type { Quoted } from './quotes.ts';
import { useConnectionState } from './use-connection.ts';
import { useQuote } from './use-quote.ts';

/** The polling interval while ticks arrive: day figures and sparklines change slowly. */
const slowEveryMs = 60_000;
const fallbackEveryMs = 3000;

export function useQuotations(): UseQueryResult<CallOutput<'GET currency/quotation_new'>> {
  const { offerQuotations } = useSlice(createQuotes);
  const up = useConnectionState() === 'up';
  const query = useCall(
    'GET currency/quotation_new',
    {},
    { everyMs: up ? slowEveryMs : fallbackEveryMs, ofCustomer: false },
  );
  const rows = query.data;
  useEffect(() => {
    if (rows !== undefined) offerQuotations(rows);
  }, [offerQuotations, rows]);
  return query;
}

/** Returns a quotation updated with its latest tick. The component re-renders when that symbol ticks. */
export function useFigures(row: Quoted): LiveFigures {
  const tick = useQuote(row.symbol);
  return useMemo(() => liveFigures(row, tick), [row, tick]);
}
