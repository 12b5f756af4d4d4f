/**
 * No screen, refusal, mail, help page or article in any language promises income without risk, or certain income. The fund pays
 * the result of its strategy, which may be nothing.
 */
import { readdirSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { ROOT } from './install.mjs';
import { customersTexts } from './voice/customers-texts.ts';

/**
 * Words with which a product makes impossible promises, by language, and the words that deny a promise: a text that contains one
 * of the first must contain one of the second. A list that matches nothing would be useless.
 */
const promises: Readonly<Record<Language, { readonly words: RegExp; readonly denied: RegExp }>> = {
  en: {
    words:
      /guarante|risk.?free|no risk|sure profit|safe (income|return|profit)|always (pays|wins)|fixed (income|return|yield)/gi,
    denied: /not guaranteed/gi,
  },
  zh: {
    words: /保证收益|保证(?!金)|保本|保息|无风险|零风险|稳赚|稳赢|包赚|固定收益|刚性兑付/g,
    denied: /不作?保证/g,
  },
  hk: { words: /保證(?!金)|保本|保息|無風險|零風險|穩賺|穩贏|包賺|固定收益/g, denied: /並無保證|不保證/g },
  es: {
    words:
      /garanti[zc]|garantía de (ganancia|rendimiento)|sin riesgo|libre de riesgo|ganancia segura|rendimiento fijo/gi,
    denied: /no garantizado/gi,
  },
  it: {
    words: /garanti|senza rischi|privo di rischi|guadagno sicuro|rendimento fisso/gi,
    denied: /non garantito/gi,
  },
  jp: {
    words:
      /保証(?!金)|元本確保|リスクなし|リスクゼロ|ノーリスク|必ず(儲|もうか|増)|確実に(儲|利益)|固定収益/g,
    denied: /保証ではありません|保証されません/g,
  },
  ko: { words: /보장|원금 ?보존|무위험|위험 ?없(는|이)|확정 ?수익|반드시 ?수익/g, denied: /보장되지 않/g },
  pt: {
    words: /garanti(?!a\b|as\b)|sem risco|livre de risco|lucro certo|ganho certo|rendimento fixo/gi,
    denied: /não garantido/gi,
  },
  vn: {
    words:
      /(?<!tài sản )(?:bảo đảm|đảm bảo)|cam kết (lãi|lợi nhuận)|không rủi ro|phi rủi ro|chắc chắn (lãi|thắng)|lãi cố định/gi,
    denied: /không (bảo đảm|đảm bảo)/gi,
  },
};

/** Promises that no text may make for any reason: that a gain is certain, or that it will be large. */
const boasts: Readonly<Record<Language, RegExp>> = {
  en: /\b(win big|big wins|sure (thing|win|bet|gain)|can(no|')t lose(?! more)|easy money|get rich|double your money)\b/gi,
  zh: /必赢|必胜|稳赢|暴富|躺赚|轻松赚|大赚|翻倍|零亏损/g,
  hk: /必贏|必勝|穩贏|暴富|躺賺|輕鬆賺|大賺|翻倍|零虧損/g,
  es: /ganancias? (segura|asegurada|fácil)|gana(r)? (mucho|a lo grande|seguro)|dinero fácil|hazte rico|sin pérdidas/gi,
  it: /guadagn\w* (sicur|facil|assicurat)|vinci(ta)? (alla grande|sicura)|soldi facili|diventa(re)? ricc|senza perdite/gi,
  jp: /必勝|必ず勝|大儲け|大もうけ|楽に稼|簡単に稼|損をしない(投資|取引)|億万長者/g,
  ko: /대박|무조건 (수익|이익)|반드시 (이익|이깁)|쉽게 (법|벌)|손실 ?없(는|이)|일확천금/g,
  pt: /(lucros?|ganhos?) (garantid|assegurad|fáce?i)|ganhe muito|dinheiro fácil|fique rico|sem perdas/gi,
  vn: /thắng lớn|lãi lớn|kiếm tiền dễ|làm giàu|không bao giờ thua|chắc thắng|chắc lãi/gi,
};

test.each(languages)('finds no impossible promise in any text in %s', async (language) => {
  const { words, denied } = promises[language];
  const texts = await customersTexts(language);
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.filter(([, text]) => text.replace(denied, '').match(words) !== null)).toEqual([]);
  expect(texts.filter(([, text]) => text.match(boasts[language]) !== null)).toEqual([]);
  // The fund's page states in every language that its estimate is not guaranteed; if the first list did not match that text, it
  // would be useless.
  const estimated = texts.find(([way]) => way === 'screen.fund.estimated')?.[1] ?? '';
  expect(estimated).toMatch(denied);
  expect(estimated.match(words)).not.toBeNull();
  // The help page about the fund matches too, which shows that articles are searched.
  const explained = texts.filter(([way]) => way.startsWith('content.pages/fund.md'));
  expect(explained.some(([, text]) => text.match(denied) !== null)).toBe(true);
});

const boasted: readonly (readonly [Language, string])[] = [
  ['en', 'Join now and win big'],
  ['zh', '跟着我们躺赚'],
  ['hk', '跟我們輕鬆賺'],
  ['es', 'Dinero fácil para todos'],
  ['it', 'Soldi facili per tutti'],
  ['jp', '必勝の取引'],
  ['ko', '오늘 대박'],
  ['pt', 'Dinheiro fácil para todos'],
  ['vn', 'Đặt là thắng lớn'],
];
test.each(boasted)('recognises a boast in %s', (language, text) => {
  expect(text.match(boasts[language])).not.toBeNull();
});

test('has a list for every language of the screens', () => {
  const files = readdirSync(`${ROOT}/web/src/i18n/messages`).map((name) => name.replace('.json', ''));
  expect(files.toSorted()).toEqual(Object.keys(promises).toSorted());
});
