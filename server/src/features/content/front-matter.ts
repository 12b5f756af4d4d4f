/**
 * Reads an article's file: a head of `name: value` lines between two lines `---`, then the text. It is no YAML: one way to
 * write each thing, and whatever else stands there is a mistake that is told with the line.
 */
import type { ArticleKind, Topic, Written } from './article.ts';
import { topics } from './article.ts';

export type FileArticle = Written & {
  readonly kind: ArticleKind;
  readonly topic: Topic | null;
  readonly picture: string | null;
  readonly banner: boolean;
  /** The day of news, as milliseconds; null of a page. */
  readonly publishedMs: number | null;
};

const NAMES: Readonly<Record<ArticleKind, { needed: readonly string[]; may: readonly string[] }>> = {
  page: { needed: ['title', 'summary', 'topic'], may: [] },
  news: { needed: ['title', 'summary', 'date', 'banner'], may: ['picture'] },
};
const LINE = /^([a-z]+): (\S.*)$/;
const PICTURE = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX = { title: 140, summary: 400, body: 60_000 } as const;

/** The article that a file holds; throws what is wrong with it, in a sentence. */
export function readArticleFile(text: string, kind: ArticleKind): FileArticle {
  if (!text.startsWith('---\n')) throw new Error('it does not begin with a line ---');
  const end = text.indexOf('\n---\n', 3);
  if (end === -1) throw new Error('its head does not end with a line ---');
  const head = headOf(text.slice(4, end + 1), kind);
  const body = text.slice(end + 5).trim();
  const title = head.get('title') ?? '';
  const summary = head.get('summary') ?? '';
  const long = Object.entries({ title, summary, body }).find(
    ([name, value]) => value.length > MAX[name as keyof typeof MAX],
  );
  if (long !== undefined) throw new Error(`its ${long[0]} is too long`);
  if (body === '') throw new Error('it has no text');
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
    if (name === undefined || value === undefined) throw new Error(`line ${at + 2} is no "name: value"`);
    if (!needed.includes(name) && !may.includes(name)) throw new Error(`a ${kind} has no "${name}"`);
    if (head.has(name)) throw new Error(`"${name}" stands there twice`);
    head.set(name, value.trimEnd());
  }
  const missing = needed.find((name) => !head.has(name));
  if (missing !== undefined) throw new Error(`"${missing}" is missing`);
  return head;
}

function topicOf(value: string | undefined): Topic {
  const topic = topics.find((one) => one === value);
  if (topic === undefined) throw new Error(`"${value}" is no topic`);
  return topic;
}

function pictureOf(value: string | undefined): string | null {
  if (value === undefined) return null;
  if (!PICTURE.test(value)) throw new Error(`"${value}" is no name of a picture`);
  return value;
}

function yes(value: string | undefined): boolean {
  if (value !== 'yes' && value !== 'no') throw new Error('banner must be yes or no');
  return value === 'yes';
}

function dayOf(value: string | undefined): number {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(value ?? '') ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  // 2026-02-30 would be read as the second of March.
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== value) {
    throw new Error(`"${value}" is no date`);
  }
  return ms;
}
