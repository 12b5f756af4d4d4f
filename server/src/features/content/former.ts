/**
 * Former texts of agreements. Every text that was ever in force can be read by its version, with the period in which it was
 * in force. Former texts of other articles are visible to operators only.
 */
import type { Language } from '@candor/protocol/languages.ts';
import type { Pool } from '../../db/pool.ts';
import { isAgreement } from './article.ts';
import type { Article, ArticleText, Written } from './article.ts';
import { writtenHash } from './articles.ts';
import { readingMinutes } from './markdown.ts';
import type { Reading } from './published.ts';
import { textAt, textsAfter } from './store.ts';
import type { TextRow } from './store.ts';

/** A text that is or was in force, with the time of its replacement and the previous version. */
export type Former = {
  readonly text: ArticleText;
  /** Null while it is in force. */
  readonly untilMs: number | null;
  /** Version of the previous text; null if there was none, or if the software's text of that time has changed since. */
  readonly before: number | null;
};

/** Returns an agreement's text at a version, in the reader's language, or undefined if there is none. */
export async function formerOf(
  pool: Pool,
  { reading: { article, text }, version }: { readonly reading: Reading; readonly version: number },
): Promise<Former | undefined> {
  if (!isAgreement(article.slug, article.topic)) return undefined;
  const of = { slug: article.slug, language: text.language };
  if (version === text.version)
    return { text, untilMs: null, before: await versionBefore(pool, article, text) };
  if (version > text.version) return undefined;
  const [own, after] = await Promise.all([
    version === 0 ? undefined : textAt(pool, { ...of, version }),
    textsAfter(pool, { ...of, version, limit: 1 }),
  ]);
  const untilMs = after[0]?.timeMs ?? null;
  if (version === 0) {
    const file = fileUnder(text.file, after[0]);
    return file === undefined ? undefined : { text: asText(file, of.language), untilMs, before: null };
  }
  if (own?.version !== version) return undefined;
  const found = { ...asText(own, of.language), version, changedMs: own.timeMs, file: text.file };
  return { text: found, untilMs, before: await versionBefore(pool, article, found) };
}

async function versionBefore(pool: Pool, { slug }: Article, text: ArticleText): Promise<number | null> {
  const { version, language, file } = text;
  if (version === 0) return null;
  const former = await textAt(pool, { slug, language, version: version - 1 });
  if (former !== undefined) return former.version;
  const [first] = await textsAfter(pool, { slug, language, version: 0, limit: 1 });
  return fileUnder(file, first) === undefined ? null : 0;
}

/** Returns the software's text, unless that text has changed since the first version replaced it. */
function fileUnder(file: Written | null, first: TextRow | undefined): Written | undefined {
  const before = first?.fileHash ?? null;
  return file !== null && before !== null && writtenHash(file).equals(before) ? file : undefined;
}

function asText({ title, summary, body }: Written, language: Language): ArticleText {
  const minutes = readingMinutes(body);
  const own = { version: 0, changedMs: null, file: null, fileChanged: false };
  return { ...own, language, title, summary, body, readingMinutes: minutes };
}
