/** The state of the transfer form: the input, the choices requested by a link, and the submission. */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useContext, useEffect, useRef } from 'react';
import { useApi } from '../../lib/api.ts';
import { useDraft } from '../../lib/drafts.ts';
import { goBack } from '../../lib/hash-history.ts';
import { accountLink } from '../../lib/links.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useCommand } from '../../lib/use-command.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import type { Wallet } from '../../lib/wallet-value.ts';
import type { TransferDraft } from './transfer.ts';
import { readTransfer } from './transfer.ts';

const initial: TransferDraft = { currency: 'USDT', from: 'spot', to: 'contract', amount: '' };
const fields = ['amount'] as const;
const about: Partial<Record<RefusalCode, 'amount'>> = {
  amount_wrong: 'amount',
  balance_insufficient: 'amount',
  parameter_wrong: 'amount',
  currency_invalid: 'amount',
};

/** A link's choices are applied once for each opening of the screen; later choices are kept. */
function useAsked(change: (fields: Partial<TransferDraft>) => void): void {
  const { key } = useContext(ScreenEntry);
  const currency = useParam('currency');
  const from = useParam('from');
  const to = useParam('to');
  const answered = useRef<string>(undefined);
  useEffect(() => {
    if (answered.current === key) return;
    answered.current = key;
    if (currency === undefined) return;
    change({
      currency,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    });
  }, [key, currency, from, to, change]);
}

export function useTransfer(wallets: readonly Wallet[]) {
  const { toastSuccess } = useApi();
  const { draft, change } = useDraft('transfer', initial);
  useAsked(change);
  const leadsBack = useParam('after') === 'back';
  const currency = wallets.find((wallet) => wallet.currency === draft.currency)?.currency ?? 'USDT';
  const wallet = wallets.find((known) => known.currency === currency);
  const view = readTransfer({ ...draft, currency }, wallet);
  const command = useCommand('POST wallet/transfer', { showsRefusal: true });
  const errors = useFieldErrors(fields, about);
  const tooMuch = useRefusalWords(view.problem === 'too_much' ? 'balance_insufficient' : undefined, {
    needed: draft.amount,
    available: formatAmount(view.available),
    currency,
  });

  async function send(): Promise<void> {
    if (view.request === undefined) return;
    const answer = await command.send(view.request);
    if (answer === undefined) return;
    if (answer.type === 'ok') {
      change({ amount: '' });
      toastSuccess('transfer_done');
      // The ticket that requested the transfer keeps its input.
      if (leadsBack) goBack(accountLink);
    } else if (answer.type === 'error') errors.refuse(answer);
  }

  return {
    draft,
    currency,
    view,
    busy: command.busy,
    error: tooMuch ?? errors.errorAt('amount'),
    change: (next: Partial<TransferDraft>) => {
      errors.forgive('amount');
      change(next);
    },
    send,
  };
}
