/**
 * All articles in memory, in two states: as readers see them (the software's files overlaid with released versions) and as
 * operators edit them (including texts pending release). The process that releases an article shows the article before it
 * answers the operator; other processes on the same database follow within seconds.
 */
import { hash } from 'node:crypto';
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { Article, ArticleText, Written } from './article.ts';
import type { OwnArticle } from './files.ts';
import { readingMinutes } from './markdown.ts';
import {
  countingTexts,
  countingVersions,
  countVersions,
  newestTexts,
  newestVersions,
  waitingArticles,
} from './store.ts';
import type { TextRow, VersionRow, WaitingRow } from './store.ts';

const POLL_MS = 2000;

export type ArticlesDeps = {
  readonly pool: Pool;
  readonly own: ReadonlyMap<string, OwnArticle>;
  readonly onError: (error: Error) => void;
};

export class Articles {
  readonly #deps: ArticlesDeps;
  #versions = -1;
  #all: ReadonlyMap<string, Article> = new Map();
  #newest: ReadonlyMap<string, Article> = new Map();
  #minutes = new Map<string, number>();
  #polling: Periodic | undefined;

  constructor(deps: ArticlesDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    await this.read();
    this.#polling = every(POLL_MS, () => this.read(), this.#deps.onError);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** Rereads the versions if there are new ones. Inside a transaction, pass the transaction's connection. */
  async read(db: Pool | Connection = this.#deps.pool): Promise<void> {
    const { own } = this.#deps;
    const versions = await countVersions(db);
    if (versions <= this.#versions) return;
    const counting = { heads: await countingVersions(db), texts: await countingTexts(db) };
    const newest = { heads: await newestVersions(db), texts: await newestTexts(db) };
    const waiting = await waitingArticles(db);
    // If two reads run concurrently, keep the one that saw more versions.
    if (versions <= this.#versions) return;
    const minutesOf = (body: string): number => this.#minutesOf(body);
    this.#all = merged(own, { ...counting, minutesOf });
    this.#newest = merged(own, { ...newest, waiting, minutesOf });
    this.#versions = versions;
    const kept = [...this.#all.values(), ...this.#newest.values()];
    const bodies = new Set(kept.flatMap(({ texts: of }) => [...of.values()].map(bodyOf)));
    for (const body of this.#minutes.keys()) if (!bodies.has(body)) this.#minutes.delete(body);
  }

  #minutesOf(body: string): number {
    let minutes = this.#minutes.get(body);
    if (minutes === undefined) this.#minutes.set(body, (minutes = readingMinutes(body)));
    return minutes;
  }

  /** All released articles by slug, including withdrawn articles. A publication replaces the map. */
  all(): ReadonlyMap<string, Article> {
    return this.#all;
  }

  /** The articles as operators edit them, including texts pending release. Readers never get these. */
  newest(): ReadonlyMap<string, Article> {
    return this.#newest;
  }
}

const bodyOf = ({ body }: Written): string => body;

type HeadRow = VersionRow & { readonly isRefused?: boolean };

type Rows = {
  readonly heads: readonly HeadRow[];
  readonly texts: readonly TextRow[];
  readonly waiting?: readonly WaitingRow[];
  readonly minutesOf?: (body: string) => number;
};

/** Combines the software's articles with the newest given version of each article. */
export function merged(
  own: ReadonlyMap<string, OwnArticle>,
  { heads, texts, waiting = [], minutesOf = readingMinutes }: Rows,
): ReadonlyMap<string, Article> {
  const headOf = new Map(heads.map((head) => [head.slug, head]));
  const waitingOf = new Map(waiting.map((row) => [row.slug, row]));
  const textsOf = Map.groupBy(texts, ({ slug }) => slug);
  const slugs = [...own.keys(), ...[...headOf.keys()].filter((slug) => !own.has(slug))];
  return new Map(
    slugs.map((slug) => [
      slug,
      article(slug, {
        own: own.get(slug),
        newest: headOf.get(slug),
        waiting: waitingOf.get(slug),
        rows: textsOf.get(slug) ?? [],
        minutesOf,
      }),
    ]),
  );
}

type Parts = {
  readonly own: OwnArticle | undefined;
  readonly newest: HeadRow | undefined;
  readonly waiting: WaitingRow | undefined;
  readonly rows: readonly TextRow[];
  readonly minutesOf: (body: string) => number;
};

function article(slug: string, { own, newest, waiting, rows, minutesOf }: Parts): Article {
  const head = newest?.isRefused === true ? (own ?? newest) : (newest ?? own);
  if (head === undefined) throw new Error(`article "${slug}" not found`);
  // Operators may have created an article of a different kind under this slug. A file added later is then not one of its texts.
  const files = own?.kind === head.kind ? own.texts : new Map<Language, Written>();
  const texts = new Map<Language, ArticleText>();
  for (const language of languages) {
    const file = files.get(language);
    const row = rows.find((one) => one.language === language);
    const text = row === undefined ? ofFile(language, file) : ofVersion(row, file);
    if (text !== undefined) texts.set(language, { ...text, readingMinutes: minutesOf(text.body) });
  }
  const { kind, topic, picture, banner, publishedMs } = head;
  return {
    ...{ slug, kind, topic, picture, banner, publishedMs, texts },
    state: newest?.state ?? 'published',
    version: newest?.version ?? 0,
    changedMs: newest?.timeMs ?? null,
    changedBy: newest?.by ?? null,
    waiting: waiting === undefined ? null : { sinceMs: waiting.sinceMs, authors: waiting.authors },
  };
}

type Unread = Omit<ArticleText, 'readingMinutes'>;

function ofFile(language: Language, file: Written | undefined): Unread | undefined {
  if (file === undefined) return undefined;
  const { title, summary, body } = file;
  return { language, title, summary, body, version: 0, changedMs: null, file: null, fileChanged: false };
}

function ofVersion(row: TextRow, file: Written | undefined): Unread {
  const { language, title, summary, body, version, timeMs, fileHash } = row;
  const known = file === undefined ? null : { title: file.title, summary: file.summary, body: file.body };
  return {
    ...{ language, title, summary, body, version, changedMs: timeMs, file: known },
    fileChanged: known !== null && (fileHash === null || !writtenHash(known).equals(fileHash)),
  };
}

/**
 * The hash that identifies a text, also in audit records: SHA-256 of title, summary and body, joined with newlines.
 */
export function writtenHash({ title, summary, body }: Written): Buffer {
  return hash('sha256', `${title}\n${summary}\n${body}`, 'buffer');
}
