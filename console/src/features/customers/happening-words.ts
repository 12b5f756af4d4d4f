/**
 * Translates the details of a customer's log entries. The server writes amounts with a network or a term, reason codes and
 * scores in English. Other details, such as an address or a note, stay unchanged.
 */
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { money } from '../../lib/figures.ts';
import { codeWords, knownWords } from '../../lib/words.ts';

type Happening = ConsoleOutput<'GET timeline'>['items'][number];

/** Matches "1000 USDT for 7 days", "222 USDT by tron" and "5 BTC". */
const SUM = /^([\d.]+) ([A-Z]+)(?: by (\w+)| for (\d+) days)?$/;
/** Matches "80 → 75, loan_overdue". */
const SCORE = /^(\d+) → (\d+), (\w+)$/;

export function detailsOf(t: Say, { what, text }: Pick<Happening, 'what' | 'text'>): string {
  const [, decimal, currency, network, days] = (what === 'money' && SUM.exec(text)) || [];
  if (decimal !== undefined && currency !== undefined) {
    const sum = money(decimal, currency);
    if (network !== undefined)
      return t('customers.sumBy', { sum, network: codeWords(t, 'network', network) });
    return days === undefined ? sum : t('customers.sumFor', { sum, days: Number(days) });
  }
  const [, before, after, reason] = (what === 'credit' && SCORE.exec(text)) || [];
  if (before !== undefined && after !== undefined && reason !== undefined) {
    return t('customers.scoreChange', { before, after, reason: codeWords(t, 'reason', reason) });
  }
  return knownWords(t, 'reason', text) ?? text;
}
