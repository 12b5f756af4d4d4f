/** Every language says everything, with the same arguments, in its own words. */
import { readFileSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { pseudoText } from '../../build/pseudo.ts';

type Tree = { readonly [key: string]: string | Tree };

function read(language: Language): ReadonlyMap<string, string> {
  const path = new URL(`./messages/${language}.json`, import.meta.url);
  const flat = new Map<string, string>();
  const walk = (tree: Tree, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(JSON.parse(readFileSync(path, 'utf8')) as Tree, '');
  return flat;
}

/** The arguments of a message: of each compiled node the first element, and those within its choices. */
function argumentsOf(text: string): Set<string> {
  const found = new Set<string>();
  const walk = (nodes: unknown): void => {
    if (!Array.isArray(nodes)) return;
    for (const node of nodes as readonly unknown[]) {
      if (!Array.isArray(node) || typeof node[0] !== 'string') continue;
      found.add(node[0]);
      const choices: unknown = node[2];
      if (typeof choices === 'object' && choices !== null)
        for (const choice of Object.values(choices)) walk(choice);
    }
  };
  walk(compile(text));
  return found;
}

/** Texts that are rightly the same as in English: names, and words that a language shares with it. */
const sharedWords = new Set([
  'Home',
  'Trading',
  'Password',
  'Password: {password}',
  'Crypto',
  'Forex',
  'Fibonacci',
  'Volume',
  'Chart',
  'Online',
  'No',
  'Total',
  'USDT',
  'Limit',
  'Long',
  'Latitude',
  'Longitude',
  'Short',
  'Spot',
  'Spread',
  'General',
  'Metal',
  'Vol. {base}',
  'Horizontal',
  'Vertical',
  'Hash',
  'IBAN',
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '1D',
  '1W',
  '{pips} pips',
  '{seconds} s',
  '{minutes} min',
  'long {long}, short {short}',
]);
const withoutWords = /^[^\p{L}]*$/u;

const english = read('en');

describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  const texts = read(language);

  test('has exactly the keys of English', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('uses the same arguments', () => {
    const different = [...english].filter(
      ([key, text]) => argumentsOf(text).symmetricDifference(argumentsOf(texts.get(key) ?? '')).size > 0,
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('is translated, not copied', () => {
    const copied = [...english].filter(([key, text]) => {
      const words = text.replace(/\{[^}]*\}/g, '');
      return texts.get(key) === text && !sharedWords.has(text) && !withoutWords.test(words);
    });
    expect(copied.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});

test.each([
  ['zh', '您', '你'],
  ['hk', '你', '您'],
] as const)('%s addresses the customer as %s throughout', (language, one, other) => {
  const texts = [...read(language)];
  expect(texts.filter(([, text]) => text.includes(other))).toEqual([]);
  expect(texts.some(([, text]) => text.includes(one))).toBe(true);
});

test('no text shouts', () => {
  expect([...english].filter(([, text]) => /[!]|win big/i.test(text))).toEqual([]);
});

test('the pseudo language keeps arguments and grows', () => {
  expect(pseudoText('Log in as {account}')).toBe('[Löĝ íñ áš {account}····]');
  expect(argumentsOf(pseudoText('{min} of {max}'))).toEqual(new Set(['min', 'max']));
});
