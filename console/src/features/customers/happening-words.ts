/** Puts the details of a customer's log entries into words of the operator's language. The server sends figures and codes. */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { money } from '../../lib/figures.ts';
import { codeWords, knownWords } from '../../lib/words.ts';

type Happening = ConsoleOutput<'GET timeline'>['items'][number];
export type Details = Omit<Happening, 'time' | 'what' | 'kind' | 'by'>;

export function detailsOf(t: Say, { amount, currency, network, days, ...others }: Details): string {
  if (amount !== null && currency !== null) {
    const sum = money(amount, currency);
    if (network !== null) return t('customers.sumBy', { sum, network: codeWords(t, 'network', network) });
    return days === null ? sum : t('customers.sumFor', { sum, days });
  }
  const { score_before: before, score_after: after, reason, text } = others;
  // A reason may also be an operator's own words.
  const why = reason === null ? '' : (knownWords(t, 'reason', reason) ?? reason);
  if (before !== null && after !== null) return t('customers.scoreChange', { before, after, reason: why });
  return text ?? why;
}
