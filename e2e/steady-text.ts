/**
 * Makes texts comparable between images: figures, times and names that change from run to run become constant. Words remain, so
 * that a missing or changed word is found.
 */
import { say } from './saying.ts';

const MONTH = String.raw`(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*`;
const DAY_HALF = String.raw`[\s\u202f\u00a0][AP]M`;
/** A sign belongs to a figure if no character precedes the sign. */
const SIGN = String.raw`(?:(?<![\p{L}\p{N}])[+\-\u2212<>≈~])?`;
const WHOLE = String.raw`\d[\d,]*`;

/** Texts of the app by their keys, as separate words. */
const anyOf = (...keys: readonly string[]): string =>
  String.raw`(?<!\p{L})(?:${keys.map((key) => say(key)).join('|')})(?!\p{L})`;

/** A kind of changing text, its pattern and its replacement. The first kind that matches applies. */
const kinds: readonly (readonly [kind: string, pattern: string, instead: string])[] = [
  // The outcome of an option depends on the market.
  ['outcome', anyOf('option.result.won', 'option.result.lost'), say('option.result.won')],
  ['standing', anyOf('option.now.above', 'option.now.below', 'option.now.at'), say('option.now.above')],
  ['lead', anyOf('tickets.ahead', 'tickets.behind', 'tickets.level'), say('tickets.ahead')],
  ['prospect', anyOf('option.would.win', 'option.would.lose', 'option.would.tie'), say('option.would.win')],
  // The secret of a mailed link may consist of letters that no later rule would replace.
  ['link', String.raw`(?<=[?&]link=)[\w-]+`, 'a1b2c3d4e5f6a1b2c3d4e5'],
  ['account', String.raw`walker-[0-9a-f]{8}`, 'walker-1a2b3c4d'],
  ['month', String.raw`${MONTH} \d{4}`, 'Jan 2030'],
  ['date', String.raw`${MONTH} \d{1,2}(?:, \d{4})?|\d{1,2} ${MONTH}(?: \d{4})?`, 'Jan 1, 2030'],
  ['second', String.raw`\d{1,2}:\d{2}:\d{2}(?:\.\d+)?${DAY_HALF}`, '12:34:56 PM'],
  ['minute', String.raw`\d{1,2}:\d{2}${DAY_HALF}`, '12:34 PM'],
  ['timer', String.raw`\d+:\d{2}(?::\d{2}(?:\.\d+)?)?`, '12:34'],
  ['span', String.raw`\d+ (?:second|minute|hour)s?`, '12 minutes'],
  ['signatures', String.raw`\d+ signatures?`, '12 signatures'],
  ['days', String.raw`\d+ days?`, '12 days'],
  ['wait', String.raw`\d+[dhm](?: \d+[hm])?(?!\p{L})`, '12h 12m'],
  // A name that contains figures: an id, a reference, an address.
  ['id', String.raw`(?<![\p{L}\p{N}])(?=\p{L}*\d)(?=\d*\p{L})[\p{L}\d]{6,}`, 'a1b2c3d4'],
  // Small volumes have no letter after them.
  [
    'volume',
    String.raw`${say('market.volumeShort', { volume: '' })}${WHOLE}(?:\.\d+)?[KMBT]?(?!\p{L})`,
    say('market.volumeShort', { volume: '12.3M' }),
  ],
  ['compact', String.raw`${SIGN}${WHOLE}(?:\.\d+)?[KMBT](?!\p{L})`, '12.3M'],
  // A price whose decimals are zeros is shown without them.
  ['decimal', String.raw`${SIGN}(?:${WHOLE}\.\d+|\d{1,3}(?:,\d{3})+)`, '1,234.56'],
  ['whole', String.raw`${SIGN}${WHOLE}`, '12'],
  // The bundled font has only Latin letters; other letters would be in a font of the machine.
  ['foreign', String.raw`[^\u0000-\u00ff\u0131\u0152\u0153\u2000-\u206f\u20ac\u2122\u2191\u2193\u2212]`, 'W'],
];

/** As data, for the page that contains the texts. */
export const steadyRules = {
  pattern: kinds.map(([kind, pattern]) => `(?<${kind}>${pattern})`).join('|'),
  instead: Object.fromEntries(kinds.map(([kind, , instead]) => [kind, instead])),
};

export type SteadyRules = typeof steadyRules;

/** Uses only its arguments, so that it can be passed to a page. */
export function steadyText(text: string, { pattern, instead }: SteadyRules): string {
  return text.replace(new RegExp(pattern, 'gu'), (...found: unknown[]) => {
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const kind = Object.keys(groups).find((one) => groups[one] !== undefined) ?? '';
    return instead[kind] ?? '';
  });
}
