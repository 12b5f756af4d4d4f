/** An article while it is edited: the typed texts per language, and the part that would be published. */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ConsoleOutput, ConsoleRequest } from '@candor/protocol/console/console-calls.ts';

export type ArticleFacts = ConsoleOutput<'GET article'>;
export type Words = { readonly title: string; readonly summary: string; readonly body: string };
export type Kind = ArticleFacts['kind'];
export type Topic = NonNullable<ArticleFacts['topic']>;

export type Head = Pick<ArticleFacts, 'topic' | 'picture' | 'banner'>;

export type Draft = {
  /** The version on which the draft is based; null for a new article. */
  readonly seen: number | null;
  readonly slug: string;
  /**
   * The properties that were changed in this draft. Other properties have their published values, which a colleague may change
   * meanwhile.
   */
  readonly head: Partial<Head>;
  readonly texts: Partial<Record<Language, Words>>;
  /** The time of publication of a new news item, as the value of the browser's date field; empty for immediately. */
  readonly appears: string;
};

const NONE: Words = { title: '', summary: '', body: '' };

export function draftOf({ slug, version: seen }: Pick<ArticleFacts, 'slug' | 'version'>): Draft {
  return { seen, slug, head: {}, texts: {}, appears: '' };
}

export function newDraft(): Draft {
  return { seen: null, slug: '', head: {}, texts: {}, appears: '' };
}

/** Returns the properties, common to all languages, that the article would have after publication. */
export function headIn(
  draft: Draft,
  { article, kind }: { article: ArticleFacts | undefined; kind: Kind },
): Head {
  const begun: Head = { topic: kind === 'page' ? 'start' : null, picture: null, banner: false };
  const { topic, picture, banner } = article ?? begun;
  return { topic, picture, banner, ...draft.head };
}

/** Returns the text in a language: the typed one if there is one, otherwise the published one. */
export function wordsIn(draft: Draft, article: ArticleFacts | undefined, language: Language): Words {
  return draft.texts[language] ?? countingIn(article, language) ?? NONE;
}

export function countingIn(article: ArticleFacts | undefined, language: Language): Words | undefined {
  return article?.texts.find((text) => text.language === language);
}

export function changedIn(draft: Draft, article: ArticleFacts | undefined): Language[] {
  return languages.filter((language) => {
    const typed = draft.texts[language];
    return typed !== undefined && !isSame(typed, countingIn(article, language) ?? NONE);
  });
}

export function isChanged(draft: Draft, article: ArticleFacts | undefined): boolean {
  if (changedIn(draft, article).length > 0) return true;
  if (article === undefined) return false;
  const { topic, picture, banner } = headIn(draft, { article, kind: article.kind });
  return topic !== article.topic || picture !== article.picture || banner !== article.banner;
}

/**
 * Returns the input of the call. A version needs at least one text, so the unchanged English text is included if only the
 * topic, the image or the banner changed.
 */
export function saveOf(
  draft: Draft,
  { article, kind, reason }: { article: ArticleFacts | undefined; kind: Kind; reason: string },
): ConsoleRequest<'POST article_save'> {
  const changed = changedIn(draft, article);
  const written = changed.length > 0 ? changed : (['en'] as const);
  const { slug, seen, appears } = draft;
  return {
    ...{ slug, kind, reason, ...headIn(draft, { article, kind }) },
    ...(appears !== '' && { appears_at: Math.floor(Date.parse(appears) / 1000) }),
    texts: written.map((language) => ({ language, ...only(wordsIn(draft, article, language)) })),
    seen_version: seen,
  };
}

const only = ({ title, summary, body }: Words): Words => ({
  title: title.trim(),
  summary: summary.trim(),
  body,
});

function isSame(one: Words, other: Words): boolean {
  return one.title === other.title && one.summary === other.summary && one.body === other.body;
}
