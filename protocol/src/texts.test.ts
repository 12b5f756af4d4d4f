/** The texts of all messages: complete and translated in every language, with the same parameters, and without promises. */
import { describe, expect, it } from 'vitest';
import { languages } from './languages.ts';
import type { Language } from './languages.ts';
import { refusals, successes } from './features.ts';
import type { MessageCode } from './refusals.ts';
import { texts as en } from './texts/en.ts';
import { texts as es } from './texts/es.ts';
import { texts as hk } from './texts/hk.ts';
import { texts as it_ } from './texts/it.ts';
import { texts as jp } from './texts/jp.ts';
import { texts as ko } from './texts/ko.ts';
import { texts as pt } from './texts/pt.ts';
import { texts as vn } from './texts/vn.ts';
import { texts as zh } from './texts/zh.ts';

const all: Readonly<Record<Language, Readonly<Record<MessageCode, string>>>> = {
  zh,
  en,
  es,
  it: it_,
  jp,
  ko,
  pt,
  hk,
  vn,
};
const codes = [...Object.keys(refusals), ...Object.keys(successes)] as MessageCode[];

/** Words that promise or urge, which no text may contain. 保证金 and 保證金 mean margin and are allowed. */
const banned =
  /guarante|risk-free|riskless|win big|sure (thing|profit)|garantiz|garantid|garantit|sin riesgo|senza rischi|sem risco|保证(?!金)|保證(?!金)|稳赚|穩賺|无风险|無風險|保証|必ず儲|ノーリスク|보장|무위험|đảm bảo|không rủi ro|!|！|¡/i;

const paramsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** The script that every text of a language must contain, so that an untranslated one is found. */
const script: Partial<Record<Language, RegExp>> = {
  zh: /\p{Script=Han}/u,
  hk: /\p{Script=Han}/u,
  jp: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
};
/** Simplified Chinese characters that have a different form in Hong Kong. */
const simplifiedOnly =
  /[户码错误请输问题单数员会仓币额资转账记录产项权审钱统经验证离边进运还这门间说让设过时样应级给无]/;

/** The form of address that must not occur: mainland Chinese texts use the polite form, and Hong Kong texts the familiar one. */
const otherAddress: Partial<Record<Language, RegExp>> = { zh: /你/, hk: /您/ };

describe.each(languages)('texts in %s', (language) => {
  const texts = all[language];

  it('exist for every code of the tables and for no other', () => {
    expect(Object.keys(texts).toSorted()).toEqual(codes.toSorted());
  });

  it.each(codes)('have the parameters of the Chinese text and contain no promise for %s', (code) => {
    const text = texts[code];
    expect(text.trim()).toBe(text);
    expect(text.length).toBeGreaterThan(1);
    expect(new Set(paramsOf(text))).toEqual(new Set(paramsOf(zh[code])));
    expect(text).not.toMatch(banned);
    if (language !== 'en') expect(text).not.toBe(en[code]);
    if (script[language] !== undefined) expect(text).toMatch(script[language]);
    if (language === 'hk') expect(text).not.toMatch(simplifiedOnly);
    const other = otherAddress[language];
    if (other !== undefined) expect(text).not.toMatch(other);
  });

  it('contain no duplicate', () => {
    const said = Object.values(texts);
    const twice = said.filter((text, index) => said.indexOf(text) !== index);
    expect(twice).toEqual([]);
  });
});
