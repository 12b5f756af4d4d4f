/** Describes a row of a customer's timeline in the operator's language. The server sends figures and codes. */
import { amount as parsed, formatAmount } from '@candor/domain/money/amount.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Say } from '../../i18n/say.ts';
import { grouped, money } from '../../lib/figures.ts';
import { codeWords, knownWords } from '../../lib/words.ts';

export type Happening = ConsoleOutput<'GET timeline'>['items'][number];
export type Details = Omit<Happening, 'time'>;
type Journal = NonNullable<Happening['journal']>;

/** The kind of the journal or of the event. */
export function titleOf(t: Say, { journal, kind }: Details): string {
  return codeWords(t, journal === null ? 'event' : 'journal', kind);
}

/** The facts of a row, each a short text. */
export function detailsOf(t: Say, item: Details): readonly string[] {
  const { score_before: before, score_after: after, reason, text, by, journal } = item;
  const why = reason === null ? '' : reasonWords(t, item, reason);
  const parts =
    before !== null && after !== null
      ? [t('customers.scoreChange', { before, after, reason: why })]
      : [tradeWords(t, item), sumWords(t, item), ...(journal === null ? [] : changesOf(journal)), why];
  return [...parts, text ?? '', by ?? ''].filter((part) => part !== '');
}

/** The reason for a closing has its own texts. A reason may also be text that an operator wrote. */
function reasonWords(t: Say, { what }: Details, reason: string): string {
  const own = what === 'leverage' ? knownWords(t, 'closing', reason) : undefined;
  return own ?? knownWords(t, 'reason', reason) ?? reason;
}

function tradeWords(t: Say, { side, symbol, quantity, price }: Details): string {
  if (side === null || symbol === null) return '';
  const words = { side: codeWords(t, 'side', side), symbol };
  const at = price === null ? undefined : grouped(price);
  if (quantity === null)
    return at === undefined ? t('customers.ticket', words) : t('customers.ticketAt', { ...words, price: at });
  const of = { ...words, quantity: grouped(quantity) };
  return at === undefined ? t('customers.tradeWithout', of) : t('customers.trade', { ...of, price: at });
}

function sumWords(t: Say, { amount, currency, network, days }: Details): string {
  const by = network === null ? '' : codeWords(t, 'network', network);
  if (amount === null || currency === null) return by;
  const sum = money(amount, currency);
  if (by !== '') return t('customers.sumBy', { sum, network: by });
  return days === null ? sum : t('customers.sumFor', { sum, days });
}

/** The customer's gain or loss in each currency; for a journal between their own accounts, the amount that it moved. */
export function changesOf({ postings }: Journal): readonly string[] {
  const own = postings.filter((posting) => posting.own);
  const currencies = [...new Set(own.map(({ currency }) => currency))];
  return currencies.map((currency) => {
    const amounts = own.filter((one) => one.currency === currency).map(({ amount }) => parsed(amount));
    const sum = amounts.reduce((total, one) => total + one, 0n);
    const moved = amounts.filter((one) => one > 0n).reduce((total, one) => total + one, 0n);
    if (sum === 0n) return money(formatAmount(moved), currency);
    return `${sum > 0n ? '+' : ''}${money(formatAmount(sum), currency)}`;
  });
}
