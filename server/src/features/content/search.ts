/**
 * Full-text search through what customers can read, an index a language. An index is made when somebody first searches in its
 * language and again after something was published or its time came, an article at a time, so that nobody waits for it.
 */
import MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import type { Language } from '@candor/protocol/languages.ts';
import { LIMITS } from '../../limits.ts';
import type { Article } from './article.ts';
import { plainText } from './markdown.ts';
import type { Reading } from './published.ts';
import { isPaired, termsOf, wordsIn, wordsOf } from './words.ts';
import type { Word } from './words.ts';

type Kind = Reading['article']['kind'];
type Entry = { readonly id: string; readonly title: string; readonly summary: string; readonly body: string };
type Index = {
  readonly mini: MiniSearch<Entry>;
  readonly entries: ReadonlyMap<string, Reading & { readonly plain: string }>;
};

export type Found = { readonly reading: Reading; readonly excerpt: Excerpt };
export type Excerpt = { readonly text: string; readonly hit: boolean }[];

/** A slip of the finger a few letters; of short words and of signs in pairs none. More than two are no slip, and a lot of work. */
const FUZZY = 0.2;
const FUZZY_LETTERS_MAX = 2;
const FUZZY_FROM = 4;
const TERMS_MAX = 24;
const EXCERPT_BEFORE = 60;
const EXCERPT_CHARS = 180;

export type SearchDeps = {
  readonly all: () => ReadonlyMap<string, Article>;
  readonly readingsIn: (language: Language) => readonly Reading[];
};

export class Search {
  readonly #deps: SearchDeps;
  readonly #indexes = new Map<
    Language,
    { readonly of: unknown; readonly count: number; readonly index: Promise<Index> }
  >();

  constructor(deps: SearchDeps) {
    this.#deps = deps;
  }

  /** What of that kind has all the words, the best first; where nothing has them all, what has some. */
  async find(query: string, { kind, language }: { kind: Kind; language: Language }): Promise<Found[]> {
    const terms = termsOf(query, TERMS_MAX);
    if (terms.length === 0) return [];
    const { mini, entries } = await this.#indexIn(language);
    const ask = (combineWith: 'AND' | 'OR'): SearchResult[] =>
      mini.search(query, {
        combineWith,
        tokenize: () => terms,
        filter: ({ id }) => entries.get(id as string)?.article.kind === kind,
      });
    const all = ask('AND');
    const results = all.length > 0 ? all : ask('OR');
    return results.slice(0, LIMITS.content.foundMax).flatMap(({ id, terms: matched }) => {
      const found = entries.get(id as string);
      return found === undefined
        ? []
        : [{ reading: found, excerpt: excerptOf(found.plain, new Set(matched), found.text.summary) }];
    });
  }

  #indexIn(language: Language): Promise<Index> {
    const all = this.#deps.all();
    const readings = this.#deps.readingsIn(language);
    const known = this.#indexes.get(language);
    // Between two acts of operators there are only ever more: news whose time has come.
    if (known?.of === all && known.count === readings.length) return known.index;
    const index = makeIndex(readings);
    this.#indexes.set(language, { of: all, count: readings.length, index });
    return index;
  }
}

async function makeIndex(readings: readonly Reading[]): Promise<Index> {
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
  const entries = new Map(
    readings.map((reading) => [reading.id, { ...reading, plain: plainText(reading.text.body) }]),
  );
  const documents = [...entries.values()].map(({ id, text: { title, summary }, plain }) => ({
    ...{ id, title, summary },
    body: plain,
  }));
  await mini.addAllAsync(documents, { chunkSize: 1 });
  return { mini, entries };
}

/** Where the words stand first, with what stands around them; where they stand in title or summary alone, the summary. */
export function excerptOf(body: string, matched: ReadonlySet<string>, summary: string): Excerpt {
  const hits: Word[] = [];
  for (const word of wordsIn(body)) {
    // Nothing beyond what is shown is cut into words.
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
    // Pairs overlap, and what overlaps is one hit.
    const last = pieces.at(-1);
    const rest = text.slice(at, Math.min(hit.to, to));
    if (last?.hit === true && rest !== '') pieces[pieces.length - 1] = { text: last.text + rest, hit: true };
    else if (rest !== '') pieces.push({ text: rest, hit: true });
    at = Math.max(at, Math.min(hit.to, to));
  }
  push(to, false);
  return pieces;
}

/** Not in the middle of a word, where words are written apart. */
function wordStart(text: string, from: number, before: number): number {
  const space = text.slice(from, before).indexOf(' ');
  return space === -1 ? edge(text, from) : from + space + 1;
}

/** Not between the two halves of a sign. */
function edge(text: string, at: number): number {
  const half = text.charCodeAt(at);
  return half >= 0xdc00 && half <= 0xdfff ? at + 1 : at;
}
