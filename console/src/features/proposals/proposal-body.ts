/**
 * Describes a proposal's effect as a list of names and values and as a sentence, derived from exactly the text that the second
 * operator signs.
 */
import type { proposalKinds } from '@candor/protocol/proposals/console.ts';
import type { Say } from '../../i18n/say.ts';
import { grouped, money } from '../../lib/figures.ts';
import { localTime } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';
import type { CodeGroup } from '../../lib/words.ts';

type Body = Readonly<Record<string, unknown>>;

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bodyOf(body: string): Body {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Body) : {};
}

/** Returns the subject, the start and the figures of proposed terms. */
export function termsOf(body: string) {
  return bodyOf(body) as {
    readonly subject: string;
    readonly effective_at: number;
    readonly body: Readonly<Record<string, string | boolean>>;
  };
}

/** Fields whose values are codes. */
const GROUPS: Readonly<Record<string, CodeGroup>> = {
  from: 'account',
  to: 'account',
  direction: 'direction',
};

/** Returns every field of the body, in the original order. */
export function bodyFacts(t: Say, body: string): readonly (readonly [string, string])[] {
  return Object.entries(bodyOf(body)).flatMap(([name, value]): (readonly [string, string])[] => {
    if (name === 'kind') return [];
    if (name === 'effective_at' && typeof value === 'number')
      return [[t('codes.field.effective_at'), localTime(value)]];
    if (name === 'amount' && typeof value === 'string') return [[t('codes.field.amount'), grouped(value)]];
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).map(([inner, figure]) => [
        codeWords(t, 'figure', inner),
        typeof figure === 'boolean' ? t(figure ? 'ui.yes' : 'ui.no') : text(figure),
      ]);
    }
    const field = codeWords(t, 'field', name);
    if (typeof value === 'boolean') return [[field, t(value ? 'ui.yes' : 'ui.no')]];
    const group = GROUPS[name];
    return [[field, group === undefined ? text(value) : codeWords(t, group, text(value))]];
  });
}

type Proposed = {
  readonly kind: (typeof proposalKinds)[number];
  readonly body: string;
  readonly account: string | null;
};

/** Returns a sentence that describes the effect of an approval. */
export function bodySentence(t: Say, { kind, body, account }: Proposed): string {
  const fields = bodyOf(body);
  const sum = money(text(fields['amount'] ?? '0'), text(fields['currency'] ?? 'USDT'));
  const whom = account ?? t('proposals.theCustomer');
  const inUsdt = money(text(fields['amount'] ?? '0'), 'USDT');
  const accountOf = (name: 'from' | 'to'): string => codeWords(t, 'account', text(fields[name]));
  switch (kind) {
    case 'correction':
      return fields['takes'] === true
        ? t('proposals.correctionTakes', { sum, whom })
        : t('proposals.correctionGives', { sum, whom });
    case 'house_move':
      return t('proposals.moves', { sum, from: accountOf('from'), to: accountOf('to') });
    case 'house_capital':
      return fields['direction'] === 'in'
        ? t('proposals.capitalIn', { sum })
        : t('proposals.capitalOut', { sum });
    case 'promotion':
      return t('proposals.grants', { whom, sum: inUsdt });
    case 'strategy_result':
      return t(fields['direction'] === 'loss' ? 'proposals.strategyLoss' : 'proposals.strategyGain', {
        sum,
        day: text(fields['day']),
      });
    case 'terms':
      return t('proposals.publishes', { subject: text(fields['subject']) });
  }
}
