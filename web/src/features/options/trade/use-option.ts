/**
 * The state of the options ticket: the input, kept across instruments, reloads and failures, and the offer against which it is
 * checked.
 */
import { amount } from '@candor/domain/money/amount.ts';
import { OPTION_DURATIONS } from '@candor/domain/trading/option.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useMemo } from 'react';
import { useSignedIn } from '../../../lib/customer.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { useCall } from '../../../lib/queries.ts';
import { openingReason } from '../../../live/closed-reason.ts';
import type { Quotation } from '../../../live/quotes.ts';
import { useFigures } from '../../../live/use-quotations.ts';
import type { Duration, OptionDraft, OptionView } from './option-draft.ts';
import { emptyDraft, readOption } from './option-draft.ts';
import type { Payable } from './stake.ts';

/** The polling interval of payouts, which rarely change; a purchase at an outdated payout is refused. */
const termsEveryMs = 60_000;
/** The polling interval of limits in coins, which follow the coins' prices. */
const payableEveryMs = 15_000;

export type OptionOffer = {
  readonly durations: readonly Duration[];
  readonly payables: readonly Payable[] | undefined;
};

export type OfferQuery = {
  readonly offer: OptionOffer | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** The offer for visitors: the published payouts, which are the same for everybody. */
function publishedOffer(
  published: CallOutput<'GET transparency/terms'> | undefined,
  symbol: string,
): OptionOffer | undefined {
  const counting = published
    ?.find(({ subject }) => subject === `option:${symbol}`)
    ?.versions.find(({ current }) => current);
  if (counting === undefined) return undefined;
  const durations = OPTION_DURATIONS.flatMap(({ seconds }) => {
    const payout = counting.body[`payout_${seconds}`];
    return typeof payout === 'string' ? [{ seconds, payoutRatio: amount(payout) }] : [];
  });
  return { durations, payables: undefined };
}

export function useOptionOffer(symbol: string): OfferQuery {
  const signedIn = useSignedIn();
  const terms = useCall(
    'GET microtrade/seconds',
    { symbol },
    { enabled: signedIn, everyMs: termsEveryMs, keepPrevious: true },
  );
  const payables = useCall(
    'GET microtrade/payable_currencies',
    { symbol },
    { enabled: signedIn, everyMs: payableEveryMs, keepPrevious: true },
  );
  const published = useCall('GET transparency/terms', {}, { enabled: !signedIn, ofCustomer: false });
  const offer = useMemo(() => {
    if (!signedIn) return publishedOffer(published.data, symbol);
    if (terms.data === undefined || payables.data === undefined) return undefined;
    const durations = terms.data.map((row) => ({
      seconds: row.seconds,
      payoutRatio: amount(row.payout_ratio),
    }));
    return { durations, payables: payables.data };
  }, [signedIn, terms.data, payables.data, published.data, symbol]);
  return {
    offer,
    error: signedIn ? (terms.error ?? payables.error) : published.error,
    retry: () => {
      if (!signedIn) return void published.refetch();
      void terms.refetch();
      void payables.refetch();
    },
  };
}

export type Option = {
  readonly row: Quotation;
  readonly offer: OptionOffer;
  readonly draft: OptionDraft;
  readonly view: OptionView;
  readonly change: (fields: Partial<OptionDraft>) => void;
  /** Returns the view of the ticket after these changes. */
  readonly viewWith: (fields: Partial<OptionDraft>) => OptionView;
};

export function useOption(row: Quotation, offer: OptionOffer): Option {
  const { draft, change } = useDraft('option', emptyDraft);
  const { open } = useFigures(row);
  const closed = openingReason(row, open);
  const facts = useMemo(() => ({ ...offer, symbol: row.symbol, closed }), [offer, row.symbol, closed]);
  const view = useMemo(() => readOption(draft, facts), [draft, facts]);
  const viewWith = (fields: Partial<OptionDraft>) => readOption({ ...draft, ...fields }, facts);
  return { row, offer, draft, view, change, viewWith };
}
