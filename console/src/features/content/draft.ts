/** An article while it is written: what was typed in which language, and what of it would be published. */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ConsoleOutput, ConsoleRequest } from '@candor/protocol/console/console-calls.ts';

export type ArticleFacts = ConsoleOutput<'GET article'>;
export type Words = { readonly title: string; readonly summary: string; readonly body: string };
export type Kind = ArticleFacts['kind'];
export type Topic = NonNullable<ArticleFacts['topic']>;

export type Draft = {
  /** Above which version it is written; null: there is no such article yet. */
  readonly seen: number | null;
  readonly slug: string;
  readonly topic: Topic | null;
  readonly picture: string | null;
  readonly banner: boolean;
  readonly texts: Partial<Record<Language, Words>>;
};

export const languageNames: Readonly<Record<Language, string>> = {
  zh: 'Chinese',
  en: 'English',
  es: 'Spanish',
  it: 'Italian',
  jp: 'Japanese',
  ko: 'Korean',
  pt: 'Portuguese',
  hk: 'Hong Kong Chinese',
  vn: 'Vietnamese',
};

const NONE: Words = { title: '', summary: '', body: '' };

export function draftOf(article: ArticleFacts): Draft {
  const { slug, topic, picture, banner, version: seen } = article;
  return { ...{ seen, slug, topic, picture, banner }, texts: {} };
}

export function newDraft(kind: Kind): Draft {
  return {
    seen: null,
    slug: '',
    topic: kind === 'page' ? 'start' : null,
    picture: null,
    banner: false,
    texts: {},
  };
}

/** What stands in a language: what was typed, else what counts. */
export function wordsIn(draft: Draft, article: ArticleFacts | undefined, language: Language): Words {
  return draft.texts[language] ?? countingIn(article, language) ?? NONE;
}

export function countingIn(article: ArticleFacts | undefined, language: Language): Words | undefined {
  return article?.texts.find((text) => text.language === language);
}

/** The languages in which something else was typed than what counts. */
export function changedIn(draft: Draft, article: ArticleFacts | undefined): Language[] {
  return languages.filter((language) => {
    const typed = draft.texts[language];
    return typed !== undefined && !isSame(typed, countingIn(article, language) ?? NONE);
  });
}

/** Whether there is anything to publish. */
export function isChanged(draft: Draft, article: ArticleFacts | undefined): boolean {
  if (changedIn(draft, article).length > 0) return true;
  if (article === undefined) return false;
  return (
    draft.topic !== article.topic || draft.picture !== article.picture || draft.banner !== article.banner
  );
}

/**
 * What is sent. A version takes at least one text, so where only the heading, the picture or the banner is another, the text in
 * English goes along as it is.
 */
export function saveOf(
  draft: Draft,
  { article, kind, reason }: { article: ArticleFacts | undefined; kind: Kind; reason: string },
): ConsoleRequest<'POST article_save'> {
  const changed = changedIn(draft, article);
  const written = changed.length > 0 ? changed : (['en'] as const);
  const { slug, topic, picture, banner, seen } = draft;
  return {
    ...{ slug, kind, topic, picture, banner, reason },
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
