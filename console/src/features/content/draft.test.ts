/** The part of a draft that would be published. */
import { expect, test } from 'vitest';
import type { ArticleFacts } from './draft.ts';
import { changedIn, draftOf, isChanged, newDraft, saveOf, wordsIn } from './draft.ts';

const words = { title: 'Fees', summary: 'What they are.', body: 'Text.' };
const article: ArticleFacts = {
  ...{ slug: 'fees', kind: 'page', topic: 'money', picture: null, banner: false, state: 'published' },
  ...{ agreement: false, version: 4, published_at: null, versions: [], public: true, waiting: null },
  texts: [{ language: 'en', ...words, version: 4, file: null, file_changed: false }],
};

test('publishes nothing from a draft without changes', () => {
  const draft = draftOf(article);
  expect(isChanged(draft, article)).toBe(false);
  expect(wordsIn(draft, article, 'en')).toMatchObject(words);
  expect(wordsIn(draft, article, 'zh')).toEqual({ title: '', summary: '', body: '' });
});

test('publishes nothing if every change was undone', () => {
  expect(isChanged({ ...draftOf(article), texts: { en: words } }, article)).toBe(false);
});

test('sends only changed texts', () => {
  const draft = { ...draftOf(article), texts: { zh: { ...words, title: ' 收费 ' }, en: words } };
  expect(changedIn(draft, article)).toEqual(['zh']);
  expect(saveOf(draft, { article, kind: 'page', reason: 'a test' })).toEqual({
    ...{ slug: 'fees', kind: 'page', topic: 'money', picture: null, banner: false, reason: 'a test' },
    texts: [{ language: 'zh', ...words, title: '收费' }],
    seen_version: 4,
  });
});

test('sends the unchanged English text if only the image was changed', () => {
  const draft = { ...draftOf(article), head: { picture: 'clock' } };
  expect(isChanged(draft, article)).toBe(true);
  expect(saveOf(draft, { article, kind: 'page', reason: 'a test' })).toMatchObject({
    picture: 'clock',
    texts: [{ language: 'en', ...words }],
  });
});

test('sends no base version for a new article', () => {
  const draft = { ...newDraft(), slug: 'a', texts: { en: words } };
  expect(isChanged(draft, undefined)).toBe(true);
  expect(saveOf(draft, { article: undefined, kind: 'news', reason: 'new' })).toMatchObject({
    seen_version: null,
    topic: null,
  });
  expect(saveOf(draft, { article: undefined, kind: 'page', reason: 'new' }).topic).toBe('start');
});

test('sends the properties that a colleague has published meanwhile, unless they were changed in the draft', () => {
  const draft = { ...draftOf(article), texts: { en: { ...words, body: 'Another text.' } } };
  const newer = { ...article, version: 5, topic: 'safety', picture: 'clock' } as const;
  const of = { article: newer, kind: 'page', reason: 'a test' } as const;
  expect(saveOf({ ...draft, seen: 5 }, of)).toMatchObject({ topic: 'safety', picture: 'clock' });
  expect(saveOf({ ...draft, seen: 5, head: { picture: null } }, of)).toMatchObject({
    topic: 'safety',
    picture: null,
  });
});

test('sends the chosen time of publication, or none for immediate publication', () => {
  const draft = { ...newDraft(), slug: 'a', texts: { en: words } };
  const of = { article: undefined, kind: 'news', reason: 'new' } as const;
  expect(saveOf(draft, of)).not.toHaveProperty('appears_at');
  expect(saveOf({ ...draft, appears: '2026-12-01T09:00' }, of).appears_at).toBe(
    new Date(2026, 11, 1, 9).getTime() / 1000,
  );
});
