/**
 * The type of an article: the attributes shared by all languages, and one text per language. A text either ships with the
 * software or is a version written by operators.
 */
import type { ConsoleInput } from '@candor/protocol/console/console-calls.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { articleTopics } from '@candor/protocol/content/schemas.ts';

export type ArticleKind = 'news' | 'page';
export const topics = articleTopics;
export type Topic = (typeof topics)[number];
export type ArticleInput = ConsoleInput<'POST article_save'>;
export type Verdict = 'released' | 'refused';
export type Author = { readonly account: string; readonly person: string };
export type ArticleState = 'published' | 'withdrawn';

export type Written = { readonly title: string; readonly summary: string; readonly body: string };

export type ArticleHead = {
  readonly kind: ArticleKind;
  /** Null for news. */
  readonly topic: Topic | null;
  readonly picture: string | null;
  readonly banner: boolean;
  /** Publication time of news; null for a page. */
  readonly publishedMs: number | null;
};

export type ArticleText = Written & {
  readonly language: Language;
  /** Estimated reading time, computed when the text is published. */
  readonly readingMinutes: number;
  /** 0 for a text from the software's files. */
  readonly version: number;
  /** Null at version 0. */
  readonly changedMs: number | null;
  /** The software's text that this version replaces, and whether that text has changed since the version was written. */
  readonly file: Written | null;
  readonly fileChanged: boolean;
};

export type Article = ArticleHead & {
  readonly slug: string;
  readonly state: ArticleState;
  /** Number of the newest version in any language; 0 if operators have written none. */
  readonly version: number;
  readonly changedMs: number | null;
  readonly changedBy: string | null;
  /** Authors of the texts pending release, and the time since which they are pending; null if no text is pending. */
  readonly waiting: { readonly sinceMs: number; readonly authors: readonly Author[] } | null;
  readonly texts: ReadonlyMap<Language, ArticleText>;
};

/**
 * Slugs of the two licence pages. A demo shows `licence`, which says that the demo has no licence. A live platform shows
 * `licence-live`, which is filled in from the configuration.
 */
export const LICENCE = 'licence';
export const LICENCE_LIVE = 'licence-live';
const AGREEMENTS: ReadonlySet<string> = new Set([
  'service-agreement',
  'terms',
  'privacy',
  LICENCE,
  LICENCE_LIVE,
]);

/**
 * Whether an article is an agreement or a page required by law. Only an admin may change such an article, and it can't be
 * withdrawn.
 */
export function isAgreement(slug: string, topic: Topic | null): boolean {
  return topic === 'legal' || AGREEMENTS.has(slug);
}

/** Returns the text in this language, or the English text if there is none. */
export function textIn(article: Article, language: Language): ArticleText | undefined {
  return article.texts.get(language) ?? article.texts.get(languageDefault);
}

/** Returns the texts that are newer than those of the released article, `counting`. */
export function waitingTexts(article: Article, counting: Article | undefined): readonly ArticleText[] {
  const released = counting?.texts;
  return [...article.texts.values()].filter(
    ({ language, version }) => version > (released?.get(language)?.version ?? 0),
  );
}

/** Returns the languages without a text, whose readers get the English one. */
export function missingIn(article: Pick<Article, 'texts'>): Language[] {
  return languages.filter((language) => !article.texts.has(language));
}
