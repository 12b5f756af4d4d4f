/** The completeness and consistency of the texts in every language. */
import { readFileSync, readdirSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import compile from 'icu-minify/compile';
import { describe, expect, test } from 'vitest';
import { pseudoText } from '../../build/pseudo.ts';
import { mergedTrees, messageFiles, wholeMessages } from '../../build/whole-messages.ts';

type Tree = { readonly [key: string]: string | Tree };

function read(language: Language): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  const walk = (tree: Tree, prefix: string): void => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else walk(value, `${prefix}${key}.`);
    }
  };
  walk(wholeMessages(language), '');
  return flat;
}

/** Returns the arguments of a message: the first element of each compiled node, including the nodes within its choices. */
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

/** Texts that may equal the English text: names, and words that a language shares with English. */
const sharedWords = new Set([
  'Ask',
  'Bid',
  'Bid / ask',
  'Block explorer',
  'Candor',
  'Demo',
  'Email',
  'Legal',
  'Overnight {amount}',
  'P&L',
  'Payout',
  'Principal',
  'Push',
  'Status',
  'Post-only',
  'Stop',
  'Stop-limit',
  'Stop loss',
  'TP/SL',
  'Take profit',
  'Trailing stop',
  'Home',
  'Trading',
  'Password',
  'Password: {password}',
  'Crypto',
  'Forex',
  'Fibonacci',
  'Volume',
  'Wallet',
  'Webhook',
  'Webhooks',
  '1 lot = {units}',
  '1 {currency} = 1 USDT',
  '{ms} ms',
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

describe.each(languages.filter((language) => language !== 'en'))('language %s', (language) => {
  const texts = read(language);

  test('has exactly the same keys as English', () => {
    expect([...texts.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  test('has the same arguments as English in every text', () => {
    const different = [...english].filter(
      ([key, text]) => argumentsOf(text).symmetricDifference(argumentsOf(texts.get(key) ?? '')).size > 0,
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  test('has no text copied from English', () => {
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
] as const)('addresses the customer in %s as %s throughout', (language, one, other) => {
  const texts = [...read(language)];
  expect(texts.filter(([, text]) => text.includes(other))).toEqual([]);
  expect(texts.some(([, text]) => text.includes(one))).toBe(true);
});

test('contains no exclamation mark in any language', () => {
  expect([...english].filter(([, text]) => /[!]|win big/i.test(text))).toEqual([]);
});

test('lengthens texts in the pseudo language and keeps their arguments', () => {
  expect(pseudoText('Log in as {account}')).toBe('[Löĝ íñ áš {account}····]');
  expect(argumentsOf(pseudoText('{min} of {max}'))).toEqual(new Set(['min', 'max']));
});

test('rejects a text defined in two files, and accepts a group extended by both', () => {
  expect(mergedTrees({ titles: { one: '1' } }, { titles: { two: '2' } })).toEqual({
    titles: { one: '1', two: '2' },
  });
  expect(() => mergedTrees({ titles: { one: '1' } }, { titles: { one: '2' } })).toThrow('titles.one');
});

test('has a file in each of the nine languages for every feature with texts', () => {
  const features = readdirSync(new URL('../features', import.meta.url));
  const counts = features.map((feature) => {
    const files = languages.flatMap((language) =>
      messageFiles(language).filter((file) => file.includes(`/features/${feature}/`)),
    );
    return [feature, files.length] as const;
  });
  expect(counts.filter(([, count]) => count !== 0 && count !== languages.length)).toEqual([]);
});

/** Groups that features extend: screen titles, and the names of their notices in the settings. */
const sharedBy: ReadonlySet<string> = new Set(['titles', 'settings']);

test("finds no use of a feature's texts outside the feature and the app", () => {
  const src = new URL('..', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const owners = new Map(
    files.flatMap((file) => {
      const feature = /^features\/([^/]+)\/messages\/en\.json$/.exec(file)?.[1];
      if (feature === undefined) return [];
      const own = JSON.parse(readFileSync(new URL(file, src), 'utf8')) as Tree;
      return Object.keys(own).flatMap((name) => (sharedBy.has(name) ? [] : [[name, feature] as const]));
    }),
  );
  const strangers = files
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('app/') && !file.includes('.test.'))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, src), 'utf8');
      const asked = [...source.matchAll(/(?:useTranslations\(|namespace: )'(\w+)/g)].map(
        ([, name = '']) => name,
      );
      return asked
        .filter((name) => owners.has(name) && !file.startsWith(`features/${owners.get(name)}/`))
        .map((name) => `${file} asks for ${name}`);
    });
  expect(owners.size).toBeGreaterThan(20);
  expect(strangers).toEqual([]);
});
