/** The state of the withdrawal form: the input, the text of any problem, and the field that a refusal concerns. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useResolving } from '../../lib/resolving.ts';
import { useFieldErrors } from '../../lib/use-field-errors.ts';
import type { WithdrawDraft, WithdrawFacts, WithdrawProblem, WithdrawView } from './withdraw-request.ts';
import { emptyWithdrawal, readWithdrawal } from './withdraw-request.ts';

const fields = ['address', 'amount'] as const;
type Field = (typeof fields)[number];

const about: Partial<Record<RefusalCode, Field>> = {
  amount_wrong: 'amount',
  withdrawal_below_minimum: 'amount',
  withdrawal_above_maximum: 'amount',
  withdrawal_day_maximum: 'amount',
  withdrawal_exceeds_holdings: 'amount',
  currency_invalid: 'amount',
  network_invalid: 'address',
  address_not_yours: 'address',
  address_not_ready: 'address',
};

/**
 * The problems shown at the amount while the customer types, with the server's texts. An amount that is too small is left out,
 * because more digits may follow.
 */
const said: Partial<Record<WithdrawProblem, RefusalCode>> = {
  above_maximum: 'withdrawal_above_maximum',
  day_maximum: 'withdrawal_day_maximum',
  too_much: 'withdrawal_exceeds_holdings',
};

function paramsOf({ terms }: WithdrawView): Record<string, string> {
  if (terms === undefined) return {};
  return { currency: terms.currency, min: terms.min, max: terms.max, left: terms.day_left };
}

export function useWithdraw(facts: WithdrawFacts) {
  const { offerResolution } = useResolving();
  const { draft, change, clear } = useDraft('withdrawal', emptyWithdrawal);
  const errors = useFieldErrors<Field>(fields, about);
  const view = readWithdrawal(draft, facts);
  const code = view.problem === undefined ? undefined : said[view.problem];
  const atAmount = useRefusalWords(code, paramsOf(view));
  return {
    draft,
    view,
    clear,
    errorAt: (field: Field) => (field === 'amount' ? atAmount : undefined) ?? errors.errorAt(field),
    edit: (changed: Partial<WithdrawDraft>) => {
      change(changed);
      for (const field of fields) errors.forgive(field);
    },
    refuse: (refusal: RefusalEnvelope) => {
      // The refusal for too many attempts concerns the trading password, because the second factor has not been requested yet.
      if (!offerResolution(refusal, 'trading_password')) errors.refuse(refusal);
    },
  };
}
