/** The texts of the loan agreement: the same paragraphs in every language, and no change without a new version. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { AGREEMENT_VERSION } from '@candor/protocol/loans/loan-agreement.ts';
import { expect, test } from 'vitest';
import { agreementParagraphs } from './agreement-paragraphs.ts';

/** The hash of each version's English text. A change of the text requires a new version, and new consent. */
const said: Readonly<Record<string, string>> = {
  '2026-11': 'c20cac3c1452af92a25fa859f4010dc959931919d7d78b91375a53a4f79aca0e',
  '2026-11-27': '1a63ed739fbfad4e8c83b6a3900bed8f9051f1d203af6302440747d71f250bdb',
};

function paragraphsOf(language: Language): Record<string, string> {
  const file = new URL(`./messages/${language}.json`, import.meta.url);
  const { loanAgreement } = JSON.parse(readFileSync(file, 'utf8')) as {
    loanAgreement: Record<string, string>;
  };
  const { version: _, ...paragraphs } = loanAgreement;
  return paragraphs;
}

const figuresOf = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\{\w+\}/g)].map(String).toSorted();

test.each(languages)('has every paragraph in %s, with the same figures as in English', (language) => {
  const [english, own] = [paragraphsOf('en'), paragraphsOf(language)];
  expect(Object.keys(own).toSorted()).toEqual([...agreementParagraphs].toSorted());
  for (const name of agreementParagraphs)
    expect(figuresOf(own[name]), name).toEqual(figuresOf(english[name]));
});

test('matches the hash recorded for the current version', () => {
  const english = paragraphsOf('en');
  const text = agreementParagraphs.map((name) => english[name]).join('\n');
  expect(createHash('sha256').update(text).digest('hex')).toBe(said[AGREEMENT_VERSION]);
});
