/**
 * Parses an article file: front matter of `name: value` lines between two `---` lines, then the text. The front matter is not
 * YAML: each value has exactly one form, and anything else is rejected with its line number.
 */
import type { ArticleKind, Topic, Written } from './article.ts';
import { topics } from './article.ts';

export type FileArticle = Written & {
  readonly kind: ArticleKind;
  readonly topic: Topic | null;
  readonly picture: string | null;
  readonly banner: boolean;
  /** Publication date of news in milliseconds; null for a page. */
  readonly publishedMs: number | null;
};

const NAMES: Readonly<Record<ArticleKind, { needed: readonly string[]; may: readonly string[] }>> = {
  page: { needed: ['title', 'summary', 'topic'], may: [] },
  news: { needed: ['title', 'summary', 'date', 'banner'], may: ['picture'] },
};
const LINE = /^([a-z]+): (\S.*)$/;
const PICTURE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX = { title: 140, summary: 400, body: 60_000 } as const;

/** Throws an error that describes the first violation. */
export function readArticleFile(text: string, kind: ArticleKind): FileArticle {
  if (!text.startsWith('---\n')) throw new Error('expected "---" in the first line');
  const end = text.indexOf('\n---\n', 3);
  if (end === -1) throw new Error('expected a line "---" after the front matter');
  const head = headOf(text.slice(4, end + 1), kind);
  const body = text.slice(end + 5).trim();
  const title = head.get('title') ?? '';
  const summary = head.get('summary') ?? '';
  const long = Object.entries({ title, summary, body }).find(
    ([name, value]) => value.length > MAX[name as keyof typeof MAX],
  );
  if (long !== undefined) throw new Error(`${long[0]} is too long`);
  if (body === '') throw new Error('expected text after the front matter, found none');
  return {
    ...{ kind, title, summary, body },
    topic: kind === 'page' ? topicOf(head.get('topic')) : null,
    picture: pictureOf(head.get('picture')),
    banner: kind === 'news' && yes(head.get('banner')),
    publishedMs: kind === 'news' ? dayOf(head.get('date')) : null,
  };
}

function headOf(text: string, kind: ArticleKind): ReadonlyMap<string, string> {
  const { needed, may } = NAMES[kind];
  const head = new Map<string, string>();
  for (const [at, line] of text.trimEnd().split('\n').entries()) {
    const [, name, value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`expected "name: value" in line ${at + 2}`);
    if (!needed.includes(name) && !may.includes(name))
      throw new Error(`unknown name "${name}" in the front matter of a ${kind}`);
    if (head.has(name)) throw new Error(`"${name}" occurs twice`);
    head.set(name, value.trimEnd());
  }
  const missing = needed.find((name) => !head.has(name));
  if (missing !== undefined) throw new Error(`"${missing}" is missing`);
  return head;
}

function topicOf(value: string | undefined): Topic {
  const topic = topics.find((one) => one === value);
  if (topic === undefined) throw new Error(`unknown topic "${value}"`);
  return topic;
}

function pictureOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!PICTURE.test(value)) throw new Error(`invalid picture name "${value}"`);
  return value;
}

function yes(value: string | undefined): boolean {
  if (value !== 'yes' && value !== 'no')
    throw new Error(`expected "yes" or "no" for banner, found "${value}"`);
  return value === 'yes';
}

function dayOf(value: string | undefined): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(value ?? '') ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // Date parsing would accept 2026-02-30 as 2 March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value) {
    throw new Error(`invalid date "${value}"`);
  }
  return ms;
}
