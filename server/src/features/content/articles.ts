/**
 * Every article in memory: the software's files with the newest versions of the house above them. What an operator publishes
 * is there before they have their answer; other processes on the same database hear of it within seconds.
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
import { countVersions, newestTexts, newestVersions } from './store.ts';
import type { TextRow, VersionRow } from './store.ts';

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
  #minutes = new Map<string, number>();
  #polling: Periodic | undefined;

  constructor(deps: ArticlesDeps) {
    this.#deps = deps;
  }

  /** Reads what was published, and does so again from time to time until stopped. */
  async start(): Promise<void> {
    await this.read();
    this.#polling = every(POLL_MS, () => this.read(), this.#deps.onError);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** Reads the versions anew where there are new ones; within a transaction over its own connection. */
  async read(db: Pool | Connection = this.#deps.pool): Promise<void> {
    const { own } = this.#deps;
    const versions = await countVersions(db);
    if (versions <= this.#versions) return;
    const [heads, texts] = await Promise.all([newestVersions(db), newestTexts(db)]);
    // Of two that read at once the one that saw more stays.
    if (versions <= this.#versions) return;
    this.#all = merged(own, heads, texts, (body) => this.#minutesOf(body));
    this.#versions = versions;
    const bodies = new Set([...this.#all.values()].flatMap(({ texts: of }) => [...of.values()].map(bodyOf)));
    for (const body of this.#minutes.keys()) if (!bodies.has(body)) this.#minutes.delete(body);
  }

  /** Worked out once for a text, however often it is read. */
  #minutesOf(body: string): number {
    let minutes = this.#minutes.get(body);
    if (minutes === undefined) this.#minutes.set(body, (minutes = readingMinutes(body)));
    return minutes;
  }

  /** All of them by slug, withdrawn ones too; another map once something was published. */
  all(): ReadonlyMap<string, Article> {
    return this.#all;
  }
}

const bodyOf = ({ body }: Written): string => body;

/** The articles as they count: of each its newest version above what the software brings. */
export function merged(
  own: ReadonlyMap<string, OwnArticle>,
  heads: readonly VersionRow[],
  texts: readonly TextRow[],
  minutesOf: (body: string) => number = readingMinutes,
): ReadonlyMap<string, Article> {
  const headOf = new Map(heads.map((head) => [head.slug, head]));
  const textsOf = Map.groupBy(texts, ({ slug }) => slug);
  const slugs = [...own.keys(), ...[...headOf.keys()].filter((slug) => !own.has(slug))];
  return new Map(
    slugs.map((slug) => [
      slug,
      article(slug, {
        own: own.get(slug),
        newest: headOf.get(slug),
        rows: textsOf.get(slug) ?? [],
        minutesOf,
      }),
    ]),
  );
}

type Parts = {
  readonly own: OwnArticle | undefined;
  readonly newest: VersionRow | undefined;
  readonly rows: readonly TextRow[];
  readonly minutesOf: (body: string) => number;
};

function article(slug: string, { own, newest, rows, minutesOf }: Parts): Article {
  const head = newest ?? own;
  if (head === undefined) throw new Error(`the article "${slug}" is nowhere`);
  // A file that came later under the name of another kind of article is not its text.
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

/** By which two texts are the same, and for which a record vouches: SHA-256 over title, summary and body, a line each but the last. */
export function writtenHash({ title, summary, body }: Written): Buffer {
  return hash('sha256', `${title}\n${summary}\n${body}`, 'buffer');
}
