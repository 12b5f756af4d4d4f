/**
 * No page, refusal or mail in any language promises what nobody can promise: income without risk, or a certain one. The fund
 * pays what its strategy made, which may be nothing.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { expect, test } from 'vitest';
import { mailWords } from '../server/src/identity/mail/mail-texts.ts';
import { ROOT } from './install.mjs';

type Tree = { readonly [key: string]: Tree } | string;

/**
 * Words by which a product promises what nobody can, a list a language, and what takes a promise back: where a text says one
 * of the first it must say that it is not so, and a list that nothing of would match is no list.
 */
const promises: Readonly<Record<Language, { readonly words: RegExp; readonly denied: RegExp }>> = {
  en: {
    words:
      /guarante|risk.?free|no risk|sure profit|safe (income|return|profit)|always (pays|wins)|fixed (income|return|yield)/gi,
    denied: /not guaranteed/gi,
  },
  zh: {
    words: /保证收益|保证(?!金)|保本|保息|无风险|零风险|稳赚|稳赢|包赚|固定收益|刚性兑付/g,
    denied: /不保证/g,
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

/** Every text below a value, with the way to it. */
function textsOf(tree: unknown, way: string): [way: string, text: string][] {
  if (typeof tree === 'string') return [[way, tree]];
  if (typeof tree !== 'object' || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => textsOf(value, `${way}.${key}`));
}

async function everyText(language: Language): Promise<[string, string][]> {
  const messages = readFileSync(`${ROOT}/web/src/i18n/messages/${language}.json`, 'utf8');
  const { texts } = (await import(`../protocol/src/texts/${language}.ts`)) as { texts: Tree };
  return [
    ...textsOf(JSON.parse(messages), 'screen'),
    ...textsOf(texts, 'refusal'),
    ...textsOf(mailWords[language], 'mail'),
  ];
}

test.each(languages)('no text in %s promises what nobody can', async (language) => {
  const { words, denied } = promises[language];
  const texts = await everyText(language);
  expect(texts.length).toBeGreaterThan(1500);
  expect(texts.filter(([, text]) => text.replace(denied, '').match(words) !== null)).toEqual([]);
  // The fund's page says of its estimate what it is, in every language; without that, the first list would have matched it.
  const estimated = texts.find(([way]) => way === 'screen.fund.estimated')?.[1] ?? '';
  expect(estimated).toMatch(denied);
  expect(estimated.match(words)).not.toBeNull();
});

test('every language that there are screens in has its list', () => {
  const files = readdirSync(`${ROOT}/web/src/i18n/messages`).map((name) => name.replace('.json', ''));
  expect(files.toSorted()).toEqual(Object.keys(promises).toSorted());
});
