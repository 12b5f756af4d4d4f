/**
 * Buys a ticket, records the newest price entry that this device had when it sent the order, and refetches the data that the
 * purchase changed.
 */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { breakEvenRate } from '@candor/domain/trading/option.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { QueryClient } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { commandOf, keyFor } from '../../../lib/idempotency-keys.ts';
import type { Sending } from '../../../lib/use-sending.ts';
import { useSending } from '../../../lib/use-sending.ts';
import { useQuoteStore } from '../../../live/quotes.ts';
import type { OptionProduct } from '../../../live/ticket-list.ts';
import { optionProductOf } from '../../../live/ticket-list.ts';
import { forgetSending, keepForTicket, noteSending } from '../../../proof/seen-before.ts';
import type { OptionRequest } from './option-draft.ts';

const calls = {
  crypto: 'POST microtrade/submit',
  forex: 'POST microtrade/whsubmit',
} as const satisfies Record<OptionProduct, string>;
type PurchaseCall = (typeof calls)[OptionProduct];

export type Purchase = Sending<OptionRequest, CallOutput<'POST microtrade/submit'>>;

export type PurchaseOptions = {
  readonly symbol: string;
  readonly seconds: number;
  readonly onDone: () => void;
  readonly onRefused: (refusal: RefusalEnvelope) => void;
};

/** Uses the payout in the server's refusal until the offer has been refetched. */
function showPayout(queryClient: QueryClient, seconds: number, ratio: string | undefined): void {
  if (ratio === undefined) return;
  queryClient.setQueriesData<CallOutput<'GET microtrade/seconds'>>(
    { queryKey: ['GET microtrade/seconds'] },
    (rows) =>
      rows?.map((row) =>
        row.seconds === seconds
          ? { seconds, payout_ratio: ratio, break_even_rate: formatAmount(breakEvenRate(amount(ratio))) }
          : row,
      ),
  );
}

export function usePurchase({ symbol, seconds, onDone, onRefused }: PurchaseOptions): Purchase {
  const queryClient = useQueryClient();
  const quoteStore = useQuoteStore();
  const product = optionProductOf(symbol);
  // True while an order is in flight, so that no second order is sent.
  const inFlight = useRef(false);
  const key = useRef<string>(undefined);
  const sending = useSending<PurchaseCall, OptionRequest>({
    name: calls[product],
    form: `option ${product}`,
    onRefused: (refusal) => {
      forgetSending(key.current);
      onRefused(refusal);
    },
    onChanged: ({ params }) => {
      forgetSending(key.current);
      showPayout(queryClient, seconds, params['payout_ratio']);
    },
    onDone: ({ id }) => {
      keepForTicket(key.current, id);
      onDone();
    },
  });
  const send: Purchase['send'] = async (request) => {
    if (inFlight.current) return sending.send(request);
    inFlight.current = true;
    try {
      key.current = keyFor(await commandOf(calls[product], request));
      // The unanswered order may be for an instrument that is not on the screen.
      noteSending(key.current, request.symbol, quoteStore.get(request.symbol)?.seq);
      return await sending.send(request);
    } finally {
      inFlight.current = false;
      key.current = undefined;
    }
  };
  return { ...sending, send };
}
