/** What an article is: what it has in all languages, and its texts, each the software's own or a version of the house's. */
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

/** What it has in all languages alike. */
export type ArticleHead = {
  readonly kind: ArticleKind;
  /** Of a page, and of it alone. */
  readonly topic: Topic | null;
  readonly picture: string | null;
  readonly banner: boolean;
  /** When news came out; null of a page. */
  readonly publishedMs: number | null;
};

/** The text that counts in a language. */
export type ArticleText = Written & {
  readonly language: Language;
  /** How long somebody reads, worked out when it was published. */
  readonly readingMinutes: number;
  /** 0: the software's file. */
  readonly version: number;
  /** Null at version 0. */
  readonly changedMs: number | null;
  /** The software's text that it stands above, and whether that is another one than when it was written. */
  readonly file: Written | null;
  readonly fileChanged: boolean;
};

export type Article = ArticleHead & {
  readonly slug: string;
  readonly state: ArticleState;
  /** The newest version of any language; 0: as it came. */
  readonly version: number;
  readonly changedMs: number | null;
  readonly changedBy: string | null;
  /** What operators wrote and nobody released yet, by whom and since when; null where readers have all there is. */
  readonly waiting: { readonly sinceMs: number; readonly authors: readonly Author[] } | null;
  readonly texts: ReadonlyMap<Language, ArticleText>;
};

/** In which mode which file is the licence page: one says that there is none, the other which, by what is configured. */
export const LICENCE = 'licence';
export const LICENCE_LIVE = 'licence-live';
const AGREEMENTS: ReadonlySet<string> = new Set([
  'service-agreement',
  'terms',
  'privacy',
  LICENCE,
  LICENCE_LIVE,
]);

/** What customers agree to, or the law wants to be read: an admin's alone, and never withdrawn. */
export function isAgreement(slug: string, topic: Topic | null): boolean {
  return topic === 'legal' || AGREEMENTS.has(slug);
}

/** The text in that language, else in English. */
export function textIn(article: Article, language: Language): ArticleText | undefined {
  return article.texts.get(language) ?? article.texts.get(languageDefault);
}

/** The texts that nobody released yet, beside the article as readers have it. */
export function waitingTexts(article: Article, counting: Article | undefined): readonly ArticleText[] {
  const released = counting?.texts;
  return [...article.texts.values()].filter(
    ({ language, version }) => version > (released?.get(language)?.version ?? 0),
  );
}

/** In which languages customers read English instead. */
export function missingIn(article: Pick<Article, 'texts'>): Language[] {
  return languages.filter((language) => !article.texts.has(language));
}
