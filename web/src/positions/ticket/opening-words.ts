/** The texts of problems with an opening: the full text at the field, and a short reference to the field on the button. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useRefusalWords } from '../../lib/refusal-words.ts';
import { useReopening } from '../../live/closed-badge.tsx';
import type { Quotation } from '../../live/quotes.ts';
import type { OpeningField, OpeningProblem, OwnCode, SharedCode } from './opening-problems.ts';
import { openingFields, ownCodes, sharedCodes } from './opening-problems.ts';

const isOwn = (code: OpeningProblem['code']): code is OwnCode => ownCodes.some((own) => own === code);

const isShared = (code: OpeningProblem['code']): code is SharedCode =>
  sharedCodes.some((shared) => shared === code);

const isMissing = (found: OpeningProblem): boolean => found.code.endsWith('_missing');

const fieldsByCode: Partial<Record<OpeningProblem['code'], OpeningField>> = {
  price_off_tick: 'price',
  price_above_maximum: 'price',
  limit_sell_below_price: 'price',
  stop_already_reached: 'price',
  post_only_would_fill: 'price',
  expiry_wrong: 'expires_at',
  client_order_id_used: 'client_order_id',
  quantity_below_minimum: 'quantity',
  quantity_above_maximum: 'quantity',
  quantity_off_step: 'quantity',
  margin_insufficient: 'quantity',
  credit_insufficient: 'quantity',
  take_profit_wrong: 'take_profit',
  stop_loss_wrong: 'stop_loss',
  trailing_wrong: 'trailing',
};

/** Assigns a refusal from the server to the field of the ticket that it concerns. */
export function refusedProblem(refusal: RefusalEnvelope): OpeningProblem {
  const named = openingFields.find((field) => field === refusal.params['field']);
  return { field: named ?? fieldsByCode[refusal.error], code: refusal.error, params: refusal.params };
}

/** Returns the full text of a problem: undefined if there is none, empty while the texts are loading. */
export function useProblemSentence(found: OpeningProblem | undefined): string | undefined {
  const t = useTranslations('opening');
  const format = useFormat();
  const spot = useTranslations('spot');
  const code = found?.code;
  const server = code === undefined || isOwn(code) || isShared(code) ? undefined : code;
  const words = useRefusalWords(server, found?.params);
  if (found === undefined) return undefined;
  if (isShared(found.code)) {
    return spot(`problem.${found.code}`, {
      price: format.decimal(found.params['price'] ?? '0', { min: 2, max: 8 }),
    });
  }
  if (!isOwn(found.code)) {
    const max = found.code === 'liquidity_insufficient' ? (found.params['max'] ?? '0') : '0';
    return max === '0' ? words : `${words} ${t('possible', { max: format.quantity(max) })}`;
  }
  return t(`problem.${found.code}`, { entry: format.quantity(found.params['entry'] ?? '0') });
}

/** Returns the text of a field's problem. Empty fields are reported only by the button. */
export function useFieldSentence(
  problems: readonly OpeningProblem[],
  field: OpeningField,
): string | undefined {
  return useProblemSentence(problems.find((found) => found.field === field && !isMissing(found)));
}

export function useButtonReason(row: Quotation, first: OpeningProblem | undefined): string | undefined {
  const t = useTranslations('opening');
  const spot = useTranslations('spot');
  const wait = useReopening(row)?.inWords;
  const sentence = useProblemSentence(first);
  if (first === undefined) return undefined;
  if (first.code === 'lever_not_enabled') return t('notEnabledReason');
  if (first.code === 'market_closed' && wait !== undefined) return spot('closedFor', { wait });
  if (first.field === undefined || isMissing(first)) return sentence;
  if (first.field === 'expires_at' || first.field === 'client_order_id') return spot(`check.${first.field}`);
  return t(`check.${first.field}`);
}
