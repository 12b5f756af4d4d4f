/** What a proposal would do, as names and values and as a sentence, read off the very text that the second person approves. */
import type { proposalKinds } from '@candor/protocol/proposals/console.ts';
import { grouped, money } from '../../lib/figures.ts';
import { localTime } from '../../lib/times.ts';
import { codeWords } from '../../lib/words.ts';

type Body = Readonly<Record<string, unknown>>;

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bodyOf(body: string): Body {
  const parsed: unknown = JSON.parse(body);
  return typeof parsed === 'object' && parsed !== null ? (parsed as Body) : {};
}

/** Every field of the body, in the order in which it is written. */
export function bodyFacts(body: string): readonly (readonly [string, string])[] {
  return Object.entries(bodyOf(body)).flatMap(([name, value]): (readonly [string, string])[] => {
    if (name === 'kind') return [];
    if (name === 'effective_at' && typeof value === 'number') return [['Counts from', localTime(value)]];
    if (name === 'amount' && typeof value === 'string') return [['Amount', grouped(value)]];
    if (typeof value === 'object' && value !== null) {
      return Object.entries(value).map(([inner, figure]) => [codeWords(inner), text(figure)] as const);
    }
    if (typeof value === 'boolean') return [[codeWords(name), value ? 'Yes' : 'No']];
    return [
      [
        codeWords(name),
        ['currency', 'subject', 'day', 'evidence'].includes(name) ? text(value) : codeWords(text(value)),
      ],
    ];
  });
}

/** What happens when it is approved. */
export function bodySentence(
  kind: (typeof proposalKinds)[number],
  body: string,
  account: string | null,
): string {
  const fields = bodyOf(body);
  const sum = money(text(fields['amount'] ?? '0'), text(fields['currency'] ?? 'USDT'));
  const whom = account ?? 'the customer';
  switch (kind) {
    case 'correction':
      return fields['takes'] === true
        ? `Takes ${sum} from ${whom} into the house’s equity.`
        : `Gives ${sum} of the house’s equity to ${whom}.`;
    case 'house_move':
      return `Moves ${sum} of the house from ${codeWords(text(fields['from'])).toLowerCase()} to ${codeWords(text(fields['to'])).toLowerCase()}.`;
    case 'house_capital':
      return fields['direction'] === 'in'
        ? `Books ${sum} that the owners paid in: custody and equity grow.`
        : `Books ${sum} that the owners take out: custody and equity shrink.`;
    case 'promotion':
      return `Grants ${whom} ${money(text(fields['amount'] ?? '0'), 'USDT')} of experience credit.`;
    case 'strategy_result':
      return `Books a ${text(fields['direction'])} of ${sum} that the fund’s strategy made on ${text(fields['day'])}, with evidence; it counts for the day that is open.`;
    case 'terms':
      return `Publishes new terms of ${text(fields['subject'])}.`;
  }
}
