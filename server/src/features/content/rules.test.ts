/** Rules for operators' changes to articles, one row per case. */
import { describe, expect, test } from 'vitest';
import { limits } from './limits.ts';
import type { Article, ArticleInput, ArticleText } from './article.ts';
import { decideSave, decideState, rolesFor } from './rules.ts';
import type { Standing } from './rules.ts';

const NOW_MS = 1_800_000_000_000;
const fees = { title: 'Fees', summary: 'What they are.', body: 'Text.' };
const english = {
  ...{ language: 'en', ...fees, version: 0, changedMs: null, file: null, fileChanged: false },
  readingMinutes: 1,
} satisfies ArticleText;
const page: Article = {
  ...{ slug: 'fees', kind: 'page', topic: 'money', picture: null, banner: false, publishedMs: null },
  ...{ state: 'published', version: 2, changedMs: 1, changedBy: 'sam', waiting: null },
  texts: new Map([['en', english]]),
};
const input: ArticleInput = {
  ...{ slug: 'fees', kind: 'page', topic: 'money', picture: null, banner: false },
  texts: [{ language: 'en', ...fees, body: 'Another text.' }],
  ...{ seen_version: 2, reason: 'a test' },
};
const fresh = { seen_version: null, slug: 'new-one' } as const;

type Row = {
  readonly input?: Partial<ArticleInput>;
  readonly article?: Article | null;
  readonly standing?: Partial<Standing>;
};

const decide = (given: Row) =>
  decideSave(
    { ...input, ...given.input },
    {
      article: given.article === null ? undefined : (given.article ?? page),
      ...{ articles: 30, hasPicture: false, violation: undefined, nowMs: NOW_MS, ...given.standing },
    },
  );

test.each<[what: string, given: Row, outcome: string]>([
  ['accepts a text', {}, 'version 3 published'],
  ['accepts a new page', { article: null, input: fresh }, 'version 1 published'],
  [
    'accepts a changed topic alone',
    { input: { texts: [{ language: 'en', ...fees }], topic: 'start' } },
    'version 3 published',
  ],
  [
    'accepts a first text in a language',
    { input: { texts: [{ language: 'zh', ...fees }] } },
    'version 3 published',
  ],
  [
    'accepts a text of a withdrawn article',
    { article: { ...page, state: 'withdrawn' } },
    'version 3 withdrawn',
  ],
  [
    'accepts an existing image',
    { input: { picture: 'clock' }, standing: { hasPicture: true } },
    'version 3 published',
  ],
  ['rejects a change of a missing article', { article: null }, 'not_found slug'],
  [
    'rejects a new article with an existing name',
    { input: { seen_version: null } },
    'case_changed seen_version',
  ],
  ['rejects an outdated version', { input: { seen_version: 1 } }, 'case_changed seen_version'],
  ['rejects a future version', { input: { seen_version: 3 } }, 'case_changed seen_version'],
  [
    'rejects an article above the limit',
    { article: null, input: fresh, standing: { articles: limits.articlesMax } },
    'articles_too_many -',
  ],
  ['rejects a change of the kind', { input: { kind: 'news', topic: null } }, 'parameter_wrong kind'],
  ['rejects a page without a topic', { input: { topic: null } }, 'parameter_wrong topic'],
  [
    'rejects news with a topic',
    { article: null, input: { ...fresh, kind: 'news' } },
    'parameter_wrong topic',
  ],
  ['rejects a page with a banner', { input: { banner: true } }, 'parameter_wrong banner'],
  [
    'rejects a duplicate language',
    { input: { texts: [...input.texts, ...input.texts] } },
    'parameter_wrong texts',
  ],
  [
    'rejects a new article without English',
    { article: null, input: { ...fresh, texts: [{ language: 'zh', ...fees }] } },
    'parameter_missing texts',
  ],
  ['rejects an unknown image', { input: { picture: 'clock' } }, 'file_not_found picture'],
  [
    'rejects a text with a violation',
    { standing: { violation: { language: 'en', line: 3, found: '<b>' } } },
    'article_text_wrong texts',
  ],
  [
    'rejects a scheduled page',
    { article: null, input: { ...fresh, appears_at: NOW_MS / 1000 + 60 } },
    'parameter_wrong appears_at',
  ],
  [
    'rejects a licence page without the placeholder for the licence number',
    { standing: { lacks: '{licence_number}' } },
    'parameter_missing texts',
  ],
  ['rejects an unchanged article', { input: { texts: [{ language: 'en', ...fees }] } }, 'state_abnormal -'],
  [
    'reports an outdated version before a violation',
    { input: { seen_version: 1 }, standing: { violation: { language: 'en', line: 3, found: '<b>' } } },
    'case_changed seen_version',
  ],
])('the rule for saving %s', (_, given, outcome) => {
  const decided = decide(given);
  const said = decided.ok
    ? `version ${decided.value.version} ${decided.value.state}`
    : `${decided.refusal.code} ${decided.refusal.field ?? '-'}`;
  expect(said).toBe(outcome);
});

test.each<[what: string, given: Row, outcome: number | string]>([
  [
    'accepts news that appears tomorrow',
    { article: null, input: { appears_at: NOW_MS / 1000 + 86_400 } },
    NOW_MS + 86_400_000,
  ],
  ['accepts news that appears immediately', { article: null, input: {} }, NOW_MS],
  ['rejects a time in the past', { article: null, input: { appears_at: NOW_MS / 1000 - 1 } }, 'appears_at'],
  [
    'rejects a time in two years',
    { article: null, input: { appears_at: NOW_MS / 1000 + 2 * 366 * 86_400 } },
    'appears_at',
  ],
  [
    'rejects a later time for existing news',
    {
      article: { ...page, kind: 'news', topic: null, publishedMs: 1 },
      input: { seen_version: 2, slug: 'fees', appears_at: NOW_MS / 1000 + 1 },
    },
    'appears_at',
  ],
])('the rule for publication times %s', (_, given, outcome) => {
  const decided = decide({ ...given, input: { ...fresh, kind: 'news', topic: null, ...given.input } });
  expect(decided.ok ? decided.value.publishedMs : decided.refusal.field).toBe(outcome);
});

test('does not rewrite an unchanged text', () => {
  const decided = decide({
    input: {
      texts: [
        { language: 'en', ...fees },
        { language: 'zh', ...fees },
      ],
    },
  });
  expect(decided.ok && decided.value.texts.map(({ language }) => language)).toEqual(['zh']);
});

test('keeps the original publication time of news through later changes', () => {
  const news = { kind: 'news', topic: null } as const;
  const first = decide({ article: null, input: { ...fresh, ...news } });
  expect(first.ok && first.value.publishedMs).toBe(NOW_MS);
  const later = decide({ article: { ...page, ...news, publishedMs: 7 }, input: { ...news, banner: true } });
  expect(later.ok && later.value.publishedMs).toBe(7);
});

describe('the rule for withdrawing and restoring', () => {
  const withdrawn: Article = { ...page, state: 'withdrawn' };
  test.each<
    [what: string, to: Article['state'], article: Article | undefined, seen: number, outcome: string]
  >([
    ['withdraws an article', 'withdrawn', page, 2, 'version 3 withdrawn'],
    ['restores an article', 'published', withdrawn, 2, 'version 3 published'],
    ['refuses a missing article', 'withdrawn', undefined, 0, 'not_found'],
    ['refuses an article that changed since the operator saw it', 'withdrawn', page, 1, 'case_changed'],
    ['refuses to withdraw a withdrawn article', 'withdrawn', withdrawn, 2, 'state_abnormal'],
    ['refuses to restore a published article', 'published', page, 2, 'state_abnormal'],
    [
      'refuses to withdraw an agreement',
      'withdrawn',
      { ...page, slug: 'terms', topic: 'start' },
      2,
      'state_abnormal',
    ],
    [
      'refuses to withdraw a page required by law',
      'withdrawn',
      { ...page, topic: 'legal' },
      2,
      'state_abnormal',
    ],
  ])('%s', (_, to, article, seen, outcome) => {
    const decided = decideState(to, { article, seen });
    expect(
      decided.ok ? `version ${decided.value.version} ${decided.value.state}` : decided.refusal.code,
    ).toBe(outcome);
  });
});

test.each([
  ['fees', ['money', 'money'], 'support admin'],
  ['new-one', ['money', undefined], 'support admin'],
  ['terms', ['start', 'start'], 'admin'],
  ['licence-live', [null], 'admin'],
  ['fees', ['legal', 'money'], 'admin'],
  ['risk', ['money', 'legal'], 'admin'],
] as const)(
  'returns the roles that may change the article %s with the topics %j: %s',
  (slug, topics, roles) => {
    expect(rolesFor(slug, topics).join(' ')).toBe(roles);
  },
);
