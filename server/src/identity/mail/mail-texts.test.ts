/** Mail texts have the same parameters in all nine languages, and none is untranslated. */
import { describe, expect, it } from 'vitest';
import { languages } from '@candor/protocol/languages.ts';
import { mailWords } from './mail-texts.ts';
import type { MailKind } from './mail-texts/mail-kinds.ts';
import { textMessageTexts } from './text-message-texts.ts';

const kinds = Object.keys(mailWords.en.texts) as MailKind[];
/** As a set, because a language may use a parameter twice. */
const params = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))].toSorted();

describe.each(languages)('mail in %s', (language) => {
  const { closing, texts } = mailWords[language];

  it('uses the same parameters as English', () => {
    expect(params(closing)).toEqual(['word']);
    for (const kind of kinds) {
      expect([kind, params(texts[kind].text)]).toEqual([kind, params(mailWords.en.texts[kind].text)]);
      expect(params(texts[kind].subject)).toEqual([]);
    }
  });

  it.each(languages.filter((other) => other !== language))('differs from the mail in %s', (other) => {
    for (const kind of kinds) {
      expect(texts[kind].text).not.toBe(mailWords[other].texts[kind].text);
      expect(texts[kind].subject).not.toBe(mailWords[other].texts[kind].subject);
    }
  });
});

it.each([
  ['zh', '您', '你'],
  ['hk', '你', '您'],
] as const)('addresses the customer consistently in %s: %s', (language, one, other) => {
  const said = JSON.stringify([mailWords[language], textMessageTexts[language]]);
  expect([said.includes(one), said.includes(other)]).toEqual([true, false]);
});

it('includes the details permitted for each kind of mail, and never asks for a secret', () => {
  expect(
    Object.fromEntries(kinds.map((kind) => [kind, params(mailWords.en.texts[kind].text)])),
  ).toMatchObject({
    code: ['code'],
    new_device: ['address', 'device', 'time_at'],
    password_changed: [],
    account_closed: [],
  });
  for (const { text } of Object.values(mailWords.en.texts)) expect(text).not.toMatch(/https?:|click|reply/i);
});
