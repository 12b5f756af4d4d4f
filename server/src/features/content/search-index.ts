/**
 * Full-text search over the texts of one language, with ranking and excerpts. It uses much CPU time, so it runs in a
 * separate thread (`search-worker.ts`).
 */
import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { limits } from './limits.ts';
import { plainText } from './markdown.ts';
import { isPaired, termsOf, wordsIn, wordsOf } from './words.ts';
import type { Word } from './words.ts';

export type Searched = {
  readonly id: string;
  readonly kind: 'news' | 'page';
  readonly title: string;
  readonly summary: string;
  readonly body: string;
};
export type Hit = { readonly id: string; readonly excerpt: Excerpt };
export type Excerpt = { readonly text: string; readonly hit: boolean }[];

type Entry = Omit<Searched, 'kind'>;
export type SearchIndex = {
  readonly mini: MiniSearch<Entry>;
  readonly entries: ReadonlyMap<string, Searched>;
};

/**
 * Number of typos allowed in a term: one per five letters and at most two, but none in short words and character pairs. More
 * would be expensive and match unrelated words.
 */
const FUZZY = 0.2;
const FUZZY_LETTERS_MAX = 2;
const FUZZY_FROM = 4;
const TERMS_MAX = 24;
const EXCERPT_BEFORE = 60;
const EXCERPT_CHARS = 180;

export function makeIndex(texts: readonly Searched[]): SearchIndex {
  const mini = new MiniSearch<Entry>({
    fields: ['title', 'summary', 'body'],
    tokenize: (text) => wordsOf(text).map(({ term }) => term),
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4, summary: 2 },
      prefix: (term) => term.length > 1 || isPaired(term),
      fuzzy: (term) => (term.length >= FUZZY_FROM && /^[a-z]+$/.test(term) ? FUZZY : false),
      maxFuzzy: FUZZY_LETTERS_MAX,
    },
  });
  const entries = new Map(texts.map((text) => [text.id, { ...text, body: plainText(text.body) }]));
  mini.addAll([...entries.values()]);
  return { mini, entries };
}

/**
 * Returns the articles of a kind that contain all the words, best match first; if there are none, the articles that contain
 * some of the words.
 */
export function findIn({ mini, entries }: SearchIndex, query: string, kind: Searched['kind']): Hit[] {
  const terms = termsOf(query, TERMS_MAX);
  if (terms.length === 0) return [];
  const ask = (combineWith: 'AND' | 'OR'): SearchResult[] =>
    mini.search(query, {
      combineWith,
      tokenize: () => terms,
      filter: ({ id }) => entries.get(id as string)?.kind === kind,
    });
  const all = ask('AND');
  const results = all.length > 0 ? all : ask('OR');
  return results.slice(0, limits.foundMax).flatMap(({ id, terms: matched }) => {
    const found = entries.get(id as string);
    if (found === undefined) return [];
    return [{ id: found.id, excerpt: excerptOf(found.body, new Set(matched), found.summary) }];
  });
}

/** Returns an excerpt around the first match in the body, or the summary if only the title or summary matches. */
export function excerptOf(body: string, matched: ReadonlySet<string>, summary: string): Excerpt {
  const hits: Word[] = [];
  for (const word of wordsIn(body)) {
    // Splits only the part that is shown into words.
    if (hits[0] !== undefined && word.from > hits[0].to + EXCERPT_CHARS) break;
    if (matched.has(word.term)) hits.push(word);
  }
  const [first] = hits;
  if (first === undefined)
    return marked(summary, {
      from: 0,
      to: summary.length,
      hits: wordsOf(summary).filter(({ term }) => matched.has(term)),
    });
  const from = first.from <= EXCERPT_BEFORE ? 0 : wordStart(body, first.from - EXCERPT_BEFORE, first.from);
  const to = Math.max(first.to, Math.min(body.length, from + EXCERPT_CHARS));
  const pieces = marked(body, { from, to: edge(body, to), hits });
  if (from > 0) pieces.unshift({ text: '…', hit: false });
  if (to < body.length) pieces.push({ text: '…', hit: false });
  return pieces;
}

type Window = {
  readonly from: number;
  readonly to: number;
  readonly hits: readonly { readonly from: number; readonly to: number }[];
};

function marked(text: string, { from, to, hits }: Window): Excerpt {
  const pieces: Excerpt = [];
  const push = (until: number, hit: boolean): void => {
    if (until > at) pieces.push({ text: text.slice(at, until), hit });
    at = Math.max(at, until);
  };
  let at = from;
  for (const hit of hits) {
    if (hit.from >= to) break;
    push(hit.from, false);
    // Pairs of characters overlap, so overlapping matches are merged into one.
    const last = pieces.at(-1);
    const rest = text.slice(at, Math.min(hit.to, to));
    if (last?.hit === true && rest !== '') pieces[pieces.length - 1] = { text: last.text + rest, hit: true };
    else if (rest !== '') pieces.push({ text: rest, hit: true });
    at = Math.max(at, Math.min(hit.to, to));
  }
  push(to, false);
  return pieces;
}

/** Moves a position to a word boundary in scripts that separate words. */
function wordStart(text: string, from: number, before: number): number {
  const space = text.slice(from, before).indexOf(' ');
  return space === -1 ? edge(text, from) : from + space + 1;
}

/** Moves a position so that it does not split a surrogate pair. */
function edge(text: string, at: number): number {
  const half = text.charCodeAt(at);
  return half >= 0xdc00 && half <= 0xdfff ? at + 1 : at;
}
