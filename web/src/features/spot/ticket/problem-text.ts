/** The texts of problems with an order. Problems that the server would refuse have the server's own texts. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../../lib/format.ts';
import { useRefusalWords } from '../../../lib/refusal-words.ts';
import type { OwnProblem, TicketField, TicketProblem } from './ticket-problems.ts';
import { OWN_PROBLEMS, TICKET_FIELDS } from './ticket-problems.ts';

const isOwn = (code: TicketProblem['code']): code is OwnProblem =>
  OWN_PROBLEMS.some((known) => known === code);

const fieldsByCode: Partial<Record<TicketProblem['code'], TicketField>> = {
  price_off_tick: 'price',
  price_above_maximum: 'price',
  limit_sell_below_price: 'price',
  post_only_would_fill: 'price',
  stop_already_reached: 'stop_price',
  trailing_wrong: 'trailing',
  take_profit_wrong: 'take_profit',
  stop_loss_wrong: 'stop_loss',
  stop_on_wrong_side: 'stop_price',
  expiry_wrong: 'expires_at',
  client_order_id_used: 'client_order_id',
  quantity_below_minimum: 'quantity',
  quantity_above_maximum: 'quantity',
  quantity_off_step: 'quantity',
  coins_insufficient: 'quantity',
  amount_below_minimum: 'amount',
  amount_wrong: 'amount',
};

/** Assigns a refusal from the server to the field of the ticket that it concerns. */
export function problemOf(refusal: RefusalEnvelope, sizeField: 'quantity' | 'amount'): TicketProblem {
  const named = refusal.params['field'];
  const known = fieldsByCode[refusal.error];
  const field = TICKET_FIELDS.find((one) => one === named) ?? known;
  const size = refusal.error === 'balance_insufficient' || field === 'quantity' || field === 'amount';
  return { field: size ? sizeField : field, code: refusal.error, params: refusal.params };
}

/** Returns the text of a problem: undefined if there is none, empty while the texts are loading. */
export function useProblemText(problem: TicketProblem | undefined): string | undefined {
  const t = useTranslations('spot');
  const format = useFormat();
  const code = problem === undefined || isOwn(problem.code) ? undefined : problem.code;
  const words = useRefusalWords(code, problem?.params);
  if (problem === undefined) return undefined;
  return isOwn(problem.code)
    ? t(`problem.${problem.code}`, {
        price: format.decimal(problem.params['price'] ?? '0', { min: 2, max: 8 }),
      })
    : words;
}
