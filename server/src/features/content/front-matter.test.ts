/** Front matter of article files: the valid form, and the error for each mistake. */
import { expect, test } from 'vitest';
import { readArticleFile } from './front-matter.ts';

const page = (head: string, body = 'Text.') => readArticleFile(`---\n${head}\n---\n\n${body}\n`, 'page');
const news = (head: string) => readArticleFile(`---\n${head}\n---\n\nText.\n`, 'news');
const PAGE = 'title: Fees: what they are\nsummary: A sentence.\ntopic: money';
const NEWS = 'title: T\nsummary: S.\ndate: 2026-11-03\nbanner: no';

test('parses the front matter of a page and of a news item', () => {
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
  ['a file without front matter', () => readArticleFile('# Fees', 'page'), 'in the first line'],
  ['Windows line endings', () => readArticleFile('---\r\ntitle: a\r\n---\r\n', 'page'), 'in the first line'],
  ['unterminated front matter', () => readArticleFile('---\ntitle: a\n', 'page'), 'after the front matter'],
  ['an invalid line', () => page(`${PAGE}\nnothing`), 'line 5'],
  ['an empty value', () => page('title: \nsummary: S\ntopic: money'), 'line 2'],
  ['an unknown name', () => page(`${PAGE}\nauthor: x`), 'unknown name "author"'],
  ['a name for news on a page', () => page(`${PAGE}\nbanner: yes`), 'unknown name "banner"'],
  ['a duplicate name', () => page(`${PAGE}\ntitle: b`), 'occurs twice'],
  ['a missing name', () => page('title: a\ntopic: money'), '"summary" is missing'],
  ['an unknown topic', () => page('title: a\nsummary: S\ntopic: other'), 'unknown topic'],
  ['front matter without a text', () => page(PAGE, ' '), 'expected text after the front matter'],
  [
    'a title that is too long',
    () => page(`title: ${'a'.repeat(141)}\nsummary: S\ntopic: money`),
    'title is too long',
  ],
  ['a body that is too long', () => page(PAGE, 'a'.repeat(60_001)), 'body is too long'],
  ['an invalid date', () => news(NEWS.replace('2026-11-03', '2026-02-30')), 'invalid date'],
  ['a date with a time', () => news(NEWS.replace('2026-11-03', '2026-11-03T10:00')), 'invalid date'],
  ['an invalid banner', () => news(NEWS.replace('no', 'true')), 'expected "yes" or "no"'],
  ['a picture path outside the folder', () => news(`${NEWS}\npicture: ../../secret`), 'invalid picture name'],
])('rejects %s', (_, read, says) => {
  expect(read).toThrow(says);
});
