/** Search in nine languages over the shipped articles: ranking, typos, and excerpts. */
import { describe, expect, test } from 'vitest';
import { grantedMs } from '@candor/testing/busy-machine.ts';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { merged } from './articles.ts';
import { CONTENT, readContent } from './files.ts';
import { readings } from './published.ts';
import { excerptOf } from './search-index.ts';
import { Search } from './search.ts';

const all = merged(readContent(CONTENT), { heads: [], texts: [] });
const search = new Search({
  all: () => all,
  readingsIn: (language) => readings({ all, facts: undefined, language, nowMs: Number.MAX_SAFE_INTEGER }),
});
const first = async (query: string, language: Language): Promise<string[]> =>
  ((await search.find(query, { kind: 'page', language })) ?? []).map(({ reading }) => reading.id).slice(0, 3);

/** Typical queries, and the page that must be among the first three results. */
const asked: Readonly<Record<Language, readonly (readonly [query: string, id: string])[]>> = {
  en: [
    ['withdrawl', 'withdrawals'],
    ['white paper', 'white-paper'],
    ['privacy', 'privacy'],
    ['leverage', 'leverage'],
    ['licence', 'licence'],
  ],
  es: [
    ['retiros', 'withdrawals'],
    ['privacidad', 'privacy'],
    ['comisiones', 'fees'],
    ['apalancamiento', 'leverage'],
    ['identidad', 'identity'],
  ],
  it: [
    ['prelievi', 'withdrawals'],
    ['commissioni', 'fees'],
    ['leva', 'leverage'],
    ['identita', 'identity'],
    ['opzioni', 'options'],
  ],
  pt: [
    ['saques', 'withdrawals'],
    ['opcoes', 'options'],
    ['privacidade', 'privacy'],
    ['alavancagem', 'leverage'],
    ['identidade', 'identity'],
  ],
  vn: [
    ['rut tien', 'withdrawals'],
    ['nạp tiền', 'deposits'],
    ['bao mat', 'security'],
    ['don bay', 'leverage'],
    ['quyen rieng tu', 'privacy'],
  ],
  zh: [
    ['提币', 'withdrawals'],
    ['充值', 'deposits'],
    ['杠杆', 'leverage'],
    ['期权', 'options'],
    ['白皮书', 'white-paper'],
  ],
  hk: [
    ['提幣', 'withdrawals'],
    ['充值', 'deposits'],
    ['槓桿', 'leverage'],
    ['期權', 'options'],
    ['白皮書', 'white-paper'],
  ],
  jp: [
    ['出金', 'withdrawals'],
    ['入金', 'deposits'],
    ['レバレッジ', 'leverage'],
    ['オプション', 'options'],
    ['手数料', 'fees'],
  ],
  ko: [
    ['출금', 'withdrawals'],
    ['입금', 'deposits'],
    ['레버리지', 'leverage'],
    ['옵션', 'options'],
    ['수수료', 'fees'],
  ],
};

describe.each(languages)('in %s', (language) => {
  test.each(asked[language])('answers the query %s with the page %s', async (query, id) => {
    expect(await first(query, language)).toContain(id);
  });

  test('highlights the matches in an excerpt without Markdown', async () => {
    const [query] = asked[language][0] ?? [''];
    const [found] = (await search.find(query, { kind: 'page', language })) ?? [];
    expect(found?.excerpt.some(({ hit }) => hit)).toBe(true);
    const text = found?.excerpt.map((piece) => piece.text).join('') ?? '';
    expect(text).not.toMatch(/\]\(|\*\*|^#/);
    expect(text.length).toBeLessThan(450);
  });
});

test('tolerates typos in Latin script only', async () => {
  expect(await first('depost', 'en')).toContain('deposits');
  expect(await first('leverege', 'en')).toContain('leverage');
  expect(await first('anonexistentword', 'en')).toEqual([]);
  expect(await first('獺祭', 'jp')).toEqual([]);
});

test('returns partial matches if no article contains all the words', async () => {
  expect(await first('withdrawals anonexistentword', 'en')).toContain('withdrawals');
});

test('finds nothing for a query without words', async () => {
  for (const query of ['', '   ', '!!!', '<>', '../../x', '%', '*']) {
    expect((await first(query, 'en')).filter((id) => id !== 'x').length).toBeLessThan(4);
  }
  expect(await first('"; drop table article_text', 'en')).not.toContain('nothing');
});

test('cuts an excerpt around the first match at word boundaries', () => {
  const body = `${'word '.repeat(40)}the fee is small ${'more '.repeat(60)}`.trim();
  const pieces = excerptOf(body, new Set(['fee']), 'A summary.');
  expect(pieces.filter(({ hit }) => hit)).toEqual([{ text: 'fee', hit: true }]);
  const text = pieces.map((piece) => piece.text).join('');
  expect(text).toMatch(/^…word .* the fee is small more .*…$/);
  expect(excerptOf('elsewhere', new Set(['fee']), 'The fee.')).toEqual([
    { text: 'The ', hit: false },
    { text: 'fee', hit: true },
    { text: '.', hit: false },
  ]);
});

test('merges overlapping pairs into one match', () => {
  expect(excerptOf('您的提币需要审核。', new Set(['提币', '币需', '需要']), '')).toEqual([
    { text: '您的', hit: false },
    { text: '提币需要', hit: true },
    { text: '审核。', hit: false },
  ]);
});

test('does not block the main thread, and refuses searches above the queue limit', async () => {
  const long = 'withdrawl deposti leverege comission verificaton identty securty pasword '.repeat(3);
  let longestMs = 0;
  let beforeMs = performance.now();
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - beforeMs);
    beforeMs = performance.now();
  }, 1);
  const found = await Promise.all(
    Array.from({ length: 100 }, () => search.find(long, { kind: 'page', language: 'en' })),
  );
  clearInterval(watch);
  expect(found.filter((one) => one === undefined).length).toBeGreaterThanOrEqual(68);
  expect(found.filter((one) => one !== undefined).length).toBeGreaterThan(0);
  expect(longestMs).toBeLessThan(grantedMs(250));
});
