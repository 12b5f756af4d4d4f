/** Customers read one term for each concept, and no word that sounds odd to a native speaker; `docs/voice.md` gives the reasons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { describe, expect, test } from 'vitest';
import { ROOT } from './install.mjs';
import { readProject } from './source-files.ts';
import { buttonKeys, buttonKeysOf } from './voice/button-texts.ts';
import { concepts } from './voice/concepts.ts';
import { customersTexts } from './voice/customers-texts.ts';
import { averageSentence, startsLikeNoSentence } from './voice/sentences.ts';
import { printTerms } from './voice/print-terms.ts';
import { voices } from './voice/voices.ts';

const words = await Promise.all(
  languages.map(async (language): Promise<[Language, Awaited<ReturnType<typeof customersTexts>>]> => [
    language,
    await customersTexts(language),
  ]),
);

describe.each(words)('%s', (language, texts) => {
  const { terms, banned } = voices[language];

  test.each(banned.map(({ words: pattern, example }) => [pattern.source, pattern, example] as const))(
    'has no text that contains %s',
    (_source, pattern, example) => {
      expect(example).toMatch(pattern);
      expect(texts.filter(([, text]) => pattern.test(text))).toEqual([]);
    },
  );

  test('uses each term', () => {
    const whole = texts.map(([, text]) => text.toLowerCase()).join('\n');
    const unused = Object.keys(concepts).filter(
      (concept) => !whole.includes(terms[concept as keyof typeof terms].toLowerCase()),
    );
    expect(unused).toEqual([]);
  });
});

const english = words.find(([language]) => language === 'en')?.[1] ?? [];

test('finds no English sentence that begins with a relative pronoun', () => {
  expect(english.filter(([, text]) => startsLikeNoSentence(text))).toEqual([]);
});

test.each([
  ['What arrives.', true],
  ['Done. Of these, two are open.', true],
  ['What is a spread?', false],
  ['Whatever you hold stays yours.', false],
  ['**What does it cost?** Nothing.', false],
])('reports whether %s begins with a relative pronoun: %s', (text, expected) => {
  expect(startsLikeNoSentence(text)).toBe(expected);
});

/** This button states when it takes effect, which matters more than being short. */
const LONGER = ['limits.remove'];

test('finds at most three words on each English button', () => {
  const components = [...readProject().keys()].filter((path) => /^web\/src\/.*(?<!\.test)\.tsx$/.test(path));
  const keys = buttonKeysOf(components);
  expect(keys.length).toBeGreaterThan(90);
  const said = new Map(english);
  const longer = keys.filter((key) => (said.get(`screen.${key}`) ?? '').split(/\s+/).length > 3);
  expect(longer).toEqual(LONGER);
});

test('finds the texts of buttons by their keys', () => {
  const source =
    "const t = useTranslations('fund'); <Button onClick={go}>{t('join')}</Button> <p>{t('what')}</p>";
  expect(buttonKeys(source)).toEqual(['fund.join']);
});

const pages = [...new Set(english.map(([where]) => /^content\.(pages\/[^:]+)/.exec(where)?.[1]))].filter(
  (page) => page !== undefined,
);

test.each(pages)('finds an average of at most sixteen words in the sentences of %s', (page) => {
  const average = averageSentence(readFileSync(join(ROOT, 'content/en', page), 'utf8'));
  expect(average).toBeGreaterThan(3);
  expect(average).toBeLessThanOrEqual(16);
});

test('finds the terms of all languages in the glossary', () => {
  expect(readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')).toContain(printTerms());
});
