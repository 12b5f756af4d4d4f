/** The texts of a problem by place: at the field, on the button, or above it. */
import { useTranslations } from 'use-intl';
import { useReopening } from '../../../live/closed-badge.tsx';
import type { Quotation } from '../../../live/quotes.ts';
import { useProblemText } from './problem-text.ts';
import type { TicketField, TicketProblem } from './ticket-problems.ts';
import type { TicketView } from './ticket.ts';

export type TicketWords = {
  readonly errorAt: (field: TicketField) => string | undefined;
  readonly buttonReason: string | undefined;
  /** A refusal from the server that concerns no field. */
  readonly notice: string | undefined;
};

export function useTicketWords(
  row: Quotation,
  view: TicketView,
  refused: TicketProblem | undefined,
): TicketWords {
  const t = useTranslations('spot');
  const problem = view.problem ?? refused;
  const text = useProblemText(problem);
  const wait = useReopening(row)?.inWords;
  const missing = problem?.code.endsWith('_missing') === true;
  const whole = problem?.code === 'market_closed' && wait !== undefined ? t('closedFor', { wait }) : text;
  // The field shows the full text, and the button refers to the field.
  const reason = problem?.field === undefined || missing ? whole : t(`check.${problem.field}`);
  return {
    errorAt: (field) => (problem?.field === field && !missing ? text : undefined),
    buttonReason: view.problem === undefined ? undefined : reason,
    notice: view.problem === undefined && refused?.field === undefined ? text : undefined,
  };
}
