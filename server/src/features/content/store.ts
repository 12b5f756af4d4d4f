/** Queries for articles: versions with their texts, and images. */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import type { ArticleHead, ArticleKind, ArticleState, Author, Topic, Verdict, Written } from './article.ts';

type Db = Pick<Pool | Connection, 'query'>;

export type VersionRow = ArticleHead & {
  readonly slug: string;
  readonly version: number;
  readonly state: ArticleState;
  readonly by: string;
  readonly role: string;
  readonly reason: string;
  readonly timeMs: number;
};

export type TextRow = Written & {
  readonly slug: string;
  readonly version: number;
  readonly language: Language;
  readonly timeMs: number;
  readonly fileHash: Buffer | null;
};

type RawVersion = {
  slug: string;
  version: number;
  kind: ArticleKind;
  topic: Topic | null;
  picture: string | null;
  banner: boolean;
  state: ArticleState;
  made_by: string;
  role: string;
  reason: string;
  time_ms: string;
  published_ms: string | null;
};
type RawText = Written & {
  slug: string;
  version: number;
  lang: string;
  time_ms: string;
  file_hash: Buffer | null;
};

function versionOf({ time_ms, published_ms, made_by, ...raw }: RawVersion): VersionRow {
  return {
    ...raw,
    by: made_by,
    timeMs: Number(time_ms),
    publishedMs: published_ms === null ? null : Number(published_ms),
  };
}

function textOf({ lang, time_ms, file_hash, ...raw }: RawText): TextRow {
  const language = languages.find((one) => one === lang);
  if (language === undefined) throw new Error(`unknown language of a text: ${lang}`);
  return { ...raw, language, timeMs: Number(time_ms), fileHash: file_hash };
}

/** A version with its verdict, which is null while the version is pending. */
export type JudgedRow = VersionRow & {
  readonly judged: { readonly verdict: Verdict; readonly by: string; readonly atMs: number } | null;
};
type RawJudged = RawVersion & {
  verdict: Verdict | null;
  judged_by: string | null;
  judged_ms: string | null;
};

function judgedOf({ verdict, judged_by: by, judged_ms: at, ...raw }: RawJudged): JudgedRow {
  const judged = verdict === null || by === null || at === null ? null : { verdict, by, atMs: Number(at) };
  return { ...versionOf(raw), judged };
}

const JUDGED = `v.verdict, v.judged_by, v.judged_ms`;
const VERSION = `v.slug, v.version, v.kind, v.topic, v.picture, v.banner, v.state, v.made_by, v.role, v.reason, v.time_ms,
  v.published_ms`;
const TEXT = `t.slug, t.version, t.lang, t.title, t.summary, t.body, t.file_hash, v.time_ms`;
const COUNTING = `v.slug, v.version, v.lang, v.title, v.summary, v.body, v.file_hash, v.time_ms`;

/** Returns the number of versions and verdicts. Every change increases it, because none is ever removed. */
export async function countVersions(db: Db): Promise<number> {
  const found = await db.query<{ n: number }>(
    `select ((select count(*) from article_version) + (select count(*) from article_release))::int as n`,
  );
  return found.rows[0]?.n ?? 0;
}

/** Returns the newest released version of each article. */
export async function countingVersions(db: Db): Promise<VersionRow[]> {
  const found = await db.query<RawVersion>(
    `select distinct on (v.slug) ${VERSION} from article_counting v order by v.slug, v.version desc`,
  );
  return found.rows.map(versionOf);
}

/** Returns the released text of each article and language. */
export async function countingTexts(db: Db): Promise<TextRow[]> {
  const found = await db.query<RawText>(
    `select distinct on (v.slug, v.lang) ${COUNTING} from article_counting_text v order by v.slug, v.lang, v.version desc`,
  );
  return found.rows.map(textOf);
}

/** Returns the newest version of each article that was not rejected, with the highest version number including rejected ones. */
export async function newestVersions(db: Db): Promise<(VersionRow & { readonly isRefused: boolean })[]> {
  const found = await db.query<RawVersion & { newest: number; refused: boolean }>(
    `select distinct on (v.slug) ${VERSION}, coalesce(v.verdict, '') = 'refused' as refused, max(v.version) over (partition by v.slug) as newest from article_judged v
      order by v.slug, coalesce(v.verdict, '') = 'refused', v.version desc`,
  );
  return found.rows.map(({ newest, refused, ...raw }) => ({
    ...versionOf(raw),
    version: newest,
    isRefused: refused,
  }));
}

/** Returns the newest text of each article and language that was not rejected. */
export async function newestTexts(db: Db): Promise<TextRow[]> {
  const found = await db.query<RawText>(
    `select distinct on (t.slug, t.lang) ${TEXT} from article_text t join article_judged v using (slug, version)
      where coalesce(v.verdict, '') <> 'refused' order by t.slug, t.lang, t.version desc`,
  );
  return found.rows.map(textOf);
}

export type WaitingRow = {
  readonly slug: string;
  readonly sinceMs: number;
  readonly authors: readonly Author[];
};

/** Returns the articles pending release, with the time since which they are pending and the authors. */
export async function waitingArticles(db: Db): Promise<WaitingRow[]> {
  const found = await db.query<{ slug: string; since_ms: string; authors: Author[] }>(
    `select w.slug, min(w.time_ms) as since_ms,
        jsonb_agg(distinct jsonb_build_object('account', o.account, 'person', o.person)) as authors
      from article_waiting w join operator o on o.account = w.made_by group by w.slug order by 2, 1`,
  );
  return found.rows.map(({ slug, since_ms, authors }) => ({ slug, sinceMs: Number(since_ms), authors }));
}

export async function insertRelease(
  connection: Connection,
  row: {
    readonly slug: string;
    readonly version: number;
    readonly verdict: Verdict;
    readonly by: string;
    readonly role: string;
    readonly reason: string;
    readonly timeMs: number;
  },
): Promise<void> {
  await connection.query(
    `insert into article_release (slug, version, verdict, made_by, role, reason, time_ms)
      values ($1, $2, $3, $4, $5, $6, $7)`,
    [row.slug, row.version, row.verdict, row.by, row.role, row.reason, row.timeMs],
  );
}

/** Returns an article's versions, newest first, with the languages that each contains. */
export async function versionsOf(
  db: Db,
  { slug, limit }: { readonly slug: string; readonly limit: number },
): Promise<(JudgedRow & { readonly languages: Language[] })[]> {
  const found = await db.query<RawJudged & { langs: string[] }>(
    `select ${VERSION}, ${JUDGED}, array(select t.lang from article_text t where t.slug = v.slug and t.version = v.version) as langs
      from article_judged v where v.slug = $1 order by v.version desc limit $2`,
    [slug, limit],
  );
  return found.rows.map(({ langs, ...raw }) => ({
    ...judgedOf(raw),
    languages: languages.filter((language) => langs.includes(language)),
  }));
}

export async function versionAt(
  db: Db,
  { slug, version }: { readonly slug: string; readonly version: number },
): Promise<JudgedRow | undefined> {
  const found = await db.query<RawJudged>(
    `select ${VERSION}, ${JUDGED} from article_judged v where v.slug = $1 and v.version = $2`,
    [slug, version],
  );
  return found.rows.map(judgedOf)[0];
}

/** Returns the newest text of each language up to a version. */
export async function textsUpTo(
  db: Db,
  { slug, version }: { readonly slug: string; readonly version: number },
): Promise<TextRow[]> {
  const found = await db.query<RawText>(
    `select distinct on (t.lang) ${TEXT} from article_text t join article_version v using (slug, version)
      where t.slug = $1 and t.version <= $2 order by t.lang, t.version desc`,
    [slug, version],
  );
  return found.rows.map(textOf);
}

type Of = { readonly slug: string; readonly language: Language; readonly version: number };

/** Returns the text that was in force in a language at a version: that version's text, or the newest one before it. */
export async function textAt(db: Db, { slug, language, version }: Of): Promise<TextRow | undefined> {
  const found = await db.query<RawText>(
    `select ${COUNTING} from article_counting_text v
      where v.slug = $1 and v.lang = $2 and v.version <= $3 order by v.version desc limit 1`,
    [slug, language, version],
  );
  return found.rows.map(textOf)[0];
}

/** Returns a language's released texts after a version, in order. */
export async function textsAfter(
  db: Db,
  { slug, language, version, limit }: Of & { readonly limit: number },
): Promise<TextRow[]> {
  const found = await db.query<RawText>(
    `select ${COUNTING} from article_counting_text v
      where v.slug = $1 and v.lang = $2 and v.version > $3 order by v.version limit $4`,
    [slug, language, version, limit],
  );
  return found.rows.map(textOf);
}

export async function insertVersion(
  connection: Connection,
  row: VersionRow,
  texts: readonly (Written & { readonly language: Language; readonly fileHash: Buffer | null })[],
): Promise<void> {
  await connection.query(
    `insert into article_version (slug, version, kind, topic, picture, banner, state, made_by, role, reason, time_ms, published_ms)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[row.slug, row.version, row.kind, row.topic, row.picture, row.banner, row.state],
      ...[row.by, row.role, row.reason, row.timeMs, row.publishedMs],
    ],
  );
  for (const { language, title, summary, body, fileHash } of texts) {
    await connection.query(
      `insert into article_text (slug, version, lang, title, summary, body, file_hash)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [row.slug, row.version, language, title, summary, body, fileHash],
    );
  }
}

export type PictureRow = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
};

export async function insertPicture(
  connection: Connection,
  row: PictureRow & { readonly by: string; readonly timeMs: number },
): Promise<void> {
  await connection.query(
    'insert into article_picture (name, bytes, width, height, made_by, time_ms) values ($1, $2, $3, $4, $5, $6)',
    [row.name, row.bytes, row.width, row.height, row.by, row.timeMs],
  );
}

export async function hasPicture(db: Db, name: string): Promise<boolean> {
  const found = await db.query('select from article_picture p where p.name = $1', [name]);
  return found.rowCount === 1;
}

export async function pictureBytes(db: Db, name: string): Promise<Buffer | undefined> {
  const found = await db.query<{ bytes: Buffer }>('select p.bytes from article_picture p where p.name = $1', [
    name,
  ]);
  return found.rows[0]?.bytes;
}

export async function pictureSizes(db: Db): Promise<ReadonlyMap<string, number>> {
  const found = await db.query<{ name: string; size: number }>(
    'select p.name, octet_length(p.bytes) as size from article_picture p order by p.name',
  );
  return new Map(found.rows.map(({ name, size }) => [name, size]));
}

export async function picturesSince(
  db: Db,
  { by, sinceMs }: { readonly by: string; readonly sinceMs: number },
): Promise<number> {
  const found = await db.query<{ n: number }>(
    'select count(*)::int as n from article_picture p where p.made_by = $1 and p.time_ms > $2',
    [by, sinceMs],
  );
  return found.rows[0]?.n ?? 0;
}

export type ConsentRow = { readonly agreement: string; readonly version: number; readonly givenMs: number };

/** Returns all consents of a customer, newest first. */
export async function listConsents(db: Db, book: bigint): Promise<ConsentRow[]> {
  const found = await db.query<ConsentRow>(
    'select c.agreement, c.version, c.given_ms::float8 as "givenMs" from consent c where c.book = $1 order by c.id desc',
    [book],
  );
  return found.rows;
}
