/** Articles as customers see them: each mode's licence page, hidden articles, and the order. */
import { expect, test } from 'vitest';
import { merged, writtenHash } from './articles.ts';
import type { OwnArticle } from './files.ts';
import { readingOf, readings } from './published.ts';
import type { TextRow, VersionRow } from './store.ts';

const written = (title: string, body = 'Text.') => ({ title, summary: 'S.', body });
const page = (topic: OwnArticle['topic'], title: string, body?: string): OwnArticle => ({
  ...{ kind: 'page', topic, picture: null, banner: false, publishedMs: null },
  texts: new Map([
    ['en', written(title, body)],
    ['zh', written(`${title} zh`)],
  ]),
});
const news = (publishedMs: number): OwnArticle => ({
  ...{ kind: 'news', topic: null, picture: null, banner: false, publishedMs },
  texts: new Map([['en', written('News')]]),
});
const nowMs = 5;
const own = new Map([
  ['old-news', news(1)],
  ['new-news', news(2)],
  ['fees', page('money', 'Fees')],
  ['faq', page('start', 'Questions')],
  ['licence', page('legal', 'Not licensed')],
  [
    'licence-live',
    page(
      'legal',
      'Licence of {legal_entity}',
      'Number {licence_number} in [the register]({register_url}). {other}',
    ),
  ],
]);
const facts = {
  legalEntity: 'A_B *Markets* [Ltd]',
  licenceNumber: '47-11',
  registerUrl: 'https://register.example/?q=(47)',
};
const version = (slug: string, change: Partial<VersionRow> = {}): VersionRow => ({
  ...{ slug, version: 1, kind: 'page', topic: 'money', picture: null, banner: false, publishedMs: null },
  ...{ state: 'published', by: 'sam', role: 'support', reason: 'a test', timeMs: 5, ...change },
});
const text = (slug: string, language: TextRow['language'], change: Partial<TextRow> = {}): TextRow => ({
  ...{ slug, language, version: 1, timeMs: 5, fileHash: null, ...written('Changed'), ...change },
});

test('shows no licence in a demo and the configured licence on a live platform', () => {
  const all = merged(own, { heads: [], texts: [] });
  expect(readingOf('licence', { all, facts: undefined, nowMs, language: 'en' })?.text.title).toBe(
    'Not licensed',
  );
  const live = readingOf('licence', { all, facts, nowMs, language: 'en' });
  expect(live?.id).toBe('licence');
  expect(live?.text.title).toBe('Licence of A_B *Markets* [Ltd]');
  expect(live?.text.body).toBe(
    'Number 47\\-11 in [the register](https://register.example/?q=%2847%29). {other}',
  );
  for (const known of [facts, undefined]) {
    expect(readingOf('licence-live', { all, facts: known, nowMs, language: 'en' })).toBeUndefined();
  }
});

test('orders pages by topic and news from newest to oldest', () => {
  const all = merged(own, { heads: [], texts: [] });
  const ids = readings({ all, facts: undefined, nowMs, language: 'zh' }).map(({ id }) => id);
  expect(ids).toEqual(['faq', 'fees', 'licence', 'new-news', 'old-news']);
});

test('hides scheduled news until its publication time', () => {
  const all = merged(new Map([['soon', news(9)]]), { heads: [], texts: [] });
  const at = (ms: number) => ({ all, facts: undefined, language: 'en', nowMs: ms }) as const;
  expect([readingOf('soon', at(8)), readings(at(8))]).toEqual([undefined, []]);
  expect(readingOf('soon', at(9))?.id).toBe('soon');
  expect(readings(at(9)).map(({ id }) => id)).toEqual(['soon']);
});

test('replaces a text in one language only, and shows the English text in a language without a text', () => {
  const all = merged(own, { heads: [version('fees')], texts: [text('fees', 'en')] });
  expect(readingOf('fees', { all, facts, nowMs, language: 'en' })?.text).toMatchObject({
    title: 'Changed',
    version: 1,
  });
  expect(readingOf('fees', { all, facts, nowMs, language: 'zh' })?.text).toMatchObject({
    title: 'Fees zh',
    version: 0,
  });
  expect(readingOf('fees', { all, facts, nowMs, language: 'ko' })?.text).toMatchObject({
    title: 'Changed',
    language: 'en',
  });
});

test("keeps the operators' version when the software's file changes later, and reports the change", () => {
  const fileHash = writtenHash(written('Fees'));
  const rows = [text('fees', 'en', { fileHash })];
  const before = merged(own, { heads: [version('fees')], texts: rows })
    .get('fees')
    ?.texts.get('en');
  expect(before).toMatchObject({ title: 'Changed', fileChanged: false, file: written('Fees') });
  const newer = new Map([...own, ['fees', page('money', 'Fees anew')]]);
  const after = merged(newer, { heads: [version('fees')], texts: rows })
    .get('fees')
    ?.texts.get('en');
  expect(after).toMatchObject({ title: 'Changed', fileChanged: true, file: written('Fees anew') });
});

test('reports a file added later under the slug of an article created by operators', () => {
  const all = merged(own, { heads: [version('fees')], texts: [text('fees', 'en', { fileHash: null })] });
  expect(all.get('fees')?.texts.get('en')).toMatchObject({ title: 'Changed', fileChanged: true });
  const other = merged(own, { heads: [version('old-news')], texts: [text('old-news', 'en')] }).get(
    'old-news',
  );
  expect(other).toMatchObject({ kind: 'page' });
  expect(other?.texts.get('en')).toMatchObject({ title: 'Changed', file: null, fileChanged: false });
});

test('serves the stored version of an article whose file was removed', () => {
  const all = merged(new Map(), { heads: [version('fees')], texts: [text('fees', 'en')] });
  expect(readingOf('fees', { all, facts, nowMs, language: 'vn' })?.text).toMatchObject({ title: 'Changed' });
});

test('hides withdrawn articles', () => {
  const all = merged(own, { heads: [version('fees', { state: 'withdrawn' })], texts: [] });
  expect(readingOf('fees', { all, facts, nowMs, language: 'en' })).toBeUndefined();
});
