/** Heads of article files: the one way to write them, and what each mistake is called. */
import { expect, test } from 'vitest';
import { readArticleFile } from './front-matter.ts';

const page = (head: string, body = 'Text.') => readArticleFile(`---\n${head}\n---\n\n${body}\n`, 'page');
const news = (head: string) => readArticleFile(`---\n${head}\n---\n\nText.\n`, 'news');
const PAGE = 'title: Fees: what they are\nsummary: A sentence.\ntopic: money';
const NEWS = 'title: T\nsummary: S.\ndate: 2026-11-03\nbanner: no';

test('a page and news are what their lines say', () => {
  expect(page(PAGE)).toEqual({
    ...{ kind: 'page', title: 'Fees: what they are', summary: 'A sentence.', body: 'Text.' },
    ...{ topic: 'money', picture: null, banner: false, publishedMs: null },
  });
  expect(news(`${NEWS}\npicture: two-persons`)).toEqual({
    ...{ kind: 'news', title: 'T', summary: 'S.', body: 'Text.' },
    ...{ topic: null, picture: 'two-persons', banner: false, publishedMs: Date.UTC(2026, 10, 3) },
  });
});

test.each<[what: string, read: () => unknown, says: string]>([
  ['no head', () => readArticleFile('# Fees', 'page'), 'does not begin'],
  ['Windows lines', () => readArticleFile('---\r\ntitle: a\r\n---\r\n', 'page'), 'does not begin'],
  ['an open head', () => readArticleFile('---\ntitle: a\n', 'page'), 'does not end'],
  ['a line that is none', () => page(`${PAGE}\nnothing`), 'line 5'],
  ['an empty value', () => page('title: \nsummary: S\ntopic: money'), 'line 2'],
  ['a stray name', () => page(`${PAGE}\nauthor: x`), 'no "author"'],
  ['a name of news on a page', () => page(`${PAGE}\nbanner: yes`), 'no "banner"'],
  ['a name twice', () => page(`${PAGE}\ntitle: b`), 'twice'],
  ['a name missing', () => page('title: a\ntopic: money'), '"summary" is missing'],
  ['another topic', () => page('title: a\nsummary: S\ntopic: other'), 'no topic'],
  ['no text', () => page(PAGE, ' '), 'no text'],
  [
    'a title too long',
    () => page(`title: ${'a'.repeat(141)}\nsummary: S\ntopic: money`),
    'title is too long',
  ],
  ['a body too long', () => page(PAGE, 'a'.repeat(60_001)), 'body is too long'],
  ['a day that is none', () => news(NEWS.replace('2026-11-03', '2026-02-30')), 'no date'],
  ['a moment', () => news(NEWS.replace('2026-11-03', '2026-11-03T10:00')), 'no date'],
  ['a banner of perhaps', () => news(NEWS.replace('no', 'true')), 'yes or no'],
  ['a picture from elsewhere', () => news(`${NEWS}\npicture: ../../secret`), 'no name of a picture'],
])('%s is a mistake', (_, read, says) => {
  expect(read).toThrow(says);
});
