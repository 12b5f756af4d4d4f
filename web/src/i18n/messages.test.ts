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

/** The arguments of a compiled message: the first element of every node that is a list. */
function argumentsOf(text: string): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) {
      if (typeof node[0] === 'string') found.add(node[0]);
      for (const part of node.slice(1)) walk(part);
    } else if (typeof node === 'object' && node !== null) {
      for (const part of Object.values(node)) walk(part);
    }
  };
  const compiled: unknown = compile(text);
  if (Array.isArray(compiled)) for (const node of compiled) walk(node);
  return found;
}

/** Texts that are rightly the same as in English: names, and words that a language shares with it. */
const sharedWords = new Set([
  'Home', 'Trading', 'Password', 'Password: {password}', 'Crypto', 'Forex', 'Fibonacci', 'Volume', 'Chart', 'Online', 'No', 'Total',
  'USDT', 'Limit', 'Spot', 'General', 'Metal',
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

test('no text shouts or promises', () => {
  const loud = [...english].filter(([, text]) => /[!]|guaranteed|risk-free|win big/i.test(text));
  expect(loud).toEqual([]);
});

test('the pseudo language keeps arguments and grows', () => {
  expect(pseudoText('Log in as {account}')).toBe('[Löĝ íñ áš {account}····]');
  expect(argumentsOf(pseudoText('{min} of {max}'))).toEqual(new Set(['min', 'max']));
});
