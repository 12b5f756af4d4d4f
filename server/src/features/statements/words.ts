/** The words that appear in files, in nine languages. The folder `words` has one file per language, which is read once. */
import { readFileSync } from 'node:fs';
import type { costKinds, taxSections } from '@candor/protocol/statements/kinds.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ownAccounts, recordGroups } from '@candor/protocol/wallets/record-kinds.ts';

const plain = [
  ...[
    'title',
    'taxTitle',
    'customer',
    'period',
    'final',
    'open',
    'account',
    'currency',
    'opening',
    'closing',
  ],
  ...['received', 'paid', 'openingValue', 'closingValue', 'balances', 'movements', 'kind', 'costs', 'base'],
  ...['percent', 'amount', 'times', 'method', 'fifo', 'average', 'disposals', 'acquired', 'disposed'],
  ...['quantity', 'proceeds', 'cost', 'gain', 'result', 'net', 'total', 'advice', 'leftOut'],
  ...['status', 'valuedAt', 'change', 'valueUsdt', 'ownTotal', 'count'],
  ...['holdings', 'averageCost', 'unrealised', 'realised', 'averageMeans', 'unpriced'],
] as const;

export type FileWords = Readonly<Record<(typeof plain)[number], string>> & {
  readonly section: Readonly<Record<(typeof taxSections)[number], string>>;
  readonly costKind: Readonly<Record<(typeof costKinds)[number], string>>;
  readonly group: Readonly<Record<(typeof recordGroups)[number], string>>;
  /** Names of the kinds of movement that are shown separately within their group. */
  readonly recordKind: Readonly<Record<string, string>>;
  readonly accounts: Readonly<Record<(typeof ownAccounts)[number], string>>;
};

const known = new Map<Language, FileWords>();

export function wordsIn(language: Language): FileWords {
  const found = known.get(language) ?? readWords(language);
  known.set(language, found);
  return found;
}

function readWords(language: Language): FileWords {
  const words = JSON.parse(
    readFileSync(new URL(`./words/${language}.json`, import.meta.url), 'utf8'),
  ) as FileWords;
  const missing = plain.find((word) => typeof words[word] !== 'string');
  if (missing !== undefined) throw new Error(`expected the word "${missing}" in ${language}, found none`);
  return words;
}
