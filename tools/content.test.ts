/**
 * The articles that come with the software, in `content/`: each exists in all nine languages, in Markdown that an operator could
 * publish, with working links, and with drawings that contain nothing executable.
 */
import { describe, expect, it } from 'vitest';
import { screenRows } from './screen-rows.ts';
import { languages } from '../protocol/src/languages.ts';
import { LICENCE_LIVE } from '../server/src/features/content/article.ts';
import { CONTENT, readContent } from '../server/src/features/content/files.ts';
import { violationOf, lineViolationOf } from '../server/src/features/content/markdown.ts';
import { readDrawings } from '../server/src/features/content/pictures.ts';
import { withFacts } from '../server/src/features/content/published.ts';

const own = readContent(CONTENT);
const drawings = readDrawings(CONTENT);
const articles = [...own].map(([slug, article]) => ({ slug, article }));
const texts = articles.flatMap(({ slug, article }) =>
  [...article.texts].map(([language, text]) => ({ name: `${language}/${slug}`, slug, text })),
);
const pages = [
  ...[
    'faq',
    'options',
    'fund',
    'identity',
    'white-paper',
    'licence',
    'licence-live',
    'service-agreement',
    'terms',
  ],
  ...['privacy', 'risk', 'deposits', 'withdrawals', 'leverage', 'security', 'fees', 'verify'],
];
const facts = { legalEntity: 'Entity', licenceNumber: '1', registerUrl: 'https://register.fca.org.uk/1' };
const FACTS = /\{[a-z_]+\}/g;

/** Every path in the table of screens. */
function routes(): ReadonlySet<string> {
  return new Set(screenRows().flatMap(({ paths }) => paths));
}

it('contains the pages to which screens link', () => {
  const found = articles.filter(({ article }) => article.kind === 'page').map(({ slug }) => slug);
  expect(found.toSorted()).toEqual(expect.arrayContaining(pages.toSorted()));
});

it.each(articles)('contains $slug in all nine languages', ({ article }) => {
  expect([...article.texts.keys()].toSorted()).toEqual(languages.toSorted());
});

describe.each(texts)('$name', ({ slug, text }) => {
  it('obeys the rules for operators’ articles', () => {
    const { title, summary, body } = slug === LICENCE_LIVE ? withFacts(text, facts) : text;
    expect(lineViolationOf(title)).toBeUndefined();
    expect(lineViolationOf(summary)).toBeUndefined();
    expect(violationOf(body)).toBeUndefined();
  });

  it('links only to existing screens of the app', () => {
    const known = routes();
    for (const [, path = '', query = ''] of text.body.matchAll(/\]\(#(\/[^)?]*)\??([^)]*)\)/g)) {
      expect(known, path).toContain(path);
      const id = new URLSearchParams(query).get('id');
      if (id !== null) expect(own.has(id) && id !== LICENCE_LIVE, `${path}?id=${id}`).toBe(true);
    }
  });

  it('has placeholders for the configuration only if it is the licence page', () => {
    const places = new Set(`${text.title} ${text.summary} ${text.body}`.match(FACTS) ?? []);
    const expected = slug === LICENCE_LIVE ? ['{legal_entity}', '{licence_number}', '{register_url}'] : [];
    expect([...places].toSorted()).toEqual(expected);
  });
});

it('contains exactly the drawings that articles show', () => {
  const shown = new Set(articles.flatMap(({ article }) => article.picture ?? []));
  expect([...shown].toSorted()).toEqual([...drawings.keys()].toSorted());
});

/** Everything in a drawing that could run, load or refer to a second file. */
const NOT_DRAWN =
  /<\s*(script|style|foreignobject|image|iframe|a|use|animate|set|handler)\b|\son\w+\s*=|\sstyle\s*=|href|url\s*\(|javascript:|data:|<!|<\?|&/i;

it.each([...drawings])('contains only shapes in the drawing %s', (_, bytes) => {
  const text = bytes.toString('utf8');
  expect(text.match(NOT_DRAWN)?.[0]).toBeUndefined();
  expect(text).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 640 320"[^>]*>/);
  expect(bytes.length).toBeLessThan(40 * 1024);
});
