/** The state of the exchange form: the input, the firm price and its execution. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { CallRequest } from '@candor/protocol/calls.ts';
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useState } from 'react';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import { useSending } from '../../lib/use-sending.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import type { ExchangeDraft, ExchangeTerms } from './exchange-draft.ts';
import { endsOf, isOf, readExchange } from './exchange-draft.ts';
import { useFirmQuote } from './use-firm-quote.ts';

const initial: ExchangeDraft = { from: 'USDT', to: 'BTC', amount: '' };
const fields = ['amount'] as const;
const about: Partial<Record<RefusalCode, 'amount'>> = {
  amount_wrong: 'amount',
  balance_insufficient: 'amount',
  coins_insufficient: 'amount',
  exchange_too_large: 'amount',
  exchange_too_small: 'amount',
  liquidity_insufficient: 'amount',
  parameter_wrong: 'amount',
};

export function useExchange(terms: ExchangeTerms, wallets: readonly Wallet[]) {
  const { toastSuccess } = useApi();
  const { draft: kept, change } = useDraft('exchange', initial);
  const draft = { ...kept, ...endsOf(kept, terms.currencies) };
  const view = readExchange(
    draft,
    wallets.find((wallet) => wallet.currency === draft.from),
  );
  const errors = useFieldErrors(fields, about);
  const tooMuch = useRefusalWords(
    view.problem === 'too_much'
      ? draft.from === 'USDT'
        ? 'balance_insufficient'
        : 'coins_insufficient'
      : undefined,
    { needed: draft.amount, available: formatAmount(view.available), currency: draft.from },
  );
  // This refusal concerns no field, because the input is still valid. It is shown until the next attempt.
  const [paused, setPaused] = useState<RefusalEnvelope>();
  const pausedWords = useRefusalWords(paused?.error, paused?.params);
  const firm = useFirmQuote((refusal) =>
    refusal.error === 'quotes_exhausted' ? setPaused(refusal) : errors.refuse(refusal),
  );
  const sending = useSending<'POST wallet/flashAgainst', CallRequest<'POST wallet/flashAgainst'>>({
    name: 'POST wallet/flashAgainst',
    form: 'exchange',
    onDone: () => {
      toastSuccess('exchange_done');
      change({ amount: '' });
      firm.drop();
    },
    onRefused: (refusal: RefusalEnvelope) => {
      if (refusal.error === 'quote_expired') firm.end();
      else {
        firm.drop();
        errors.refuse(refusal);
      }
    },
  });
  const { held } = firm;
  return {
    draft,
    view,
    sending,
    error: tooMuch ?? errors.errorAt('amount'),
    held: held !== undefined && isOf(held.quote, view.request) ? held : undefined,
    asking: firm.busy,
    /** The reason why no firm price is available, and the time until a firm price is available. */
    paused: pausedWords,
    ask: async (): Promise<void> => {
      if (view.request === undefined) return;
      sending.restart();
      setPaused(undefined);
      await firm.ask(view.request);
    },
    edit: (next: Partial<ExchangeDraft>): void => {
      errors.forgive('amount');
      firm.drop();
      change(next);
    },
  };
}

export type Exchanging = ReturnType<typeof useExchange>;
