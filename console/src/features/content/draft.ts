/** An article while it is written: what was typed in which language, and what of it would be published. */
import { languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ConsoleOutput, ConsoleRequest } from '@candor/protocol/console/console-calls.ts';

export type ArticleFacts = ConsoleOutput<'GET article'>;
export type Words = { readonly title: string; readonly summary: string; readonly body: string };
export type Kind = ArticleFacts['kind'];
export type Topic = NonNullable<ArticleFacts['topic']>;

/** What it has in all languages. */
export type Head = Pick<ArticleFacts, 'topic' | 'picture' | 'banner'>;

export type Draft = {
  /** Above which version it is written; null: there is no such article yet. */
  readonly seen: number | null;
  readonly slug: string;
  /** What was chosen here; what was not touched stays as a colleague has it by then. */
  readonly head: Partial<Head>;
  readonly texts: Partial<Record<Language, Words>>;
  /** When news that begins here comes out, as the browser's field has it; empty: at once. */
  readonly appears: string;
};

const NONE: Words = { title: '', summary: '', body: '' };

export function draftOf({ slug, version: seen }: Pick<ArticleFacts, 'slug' | 'version'>): Draft {
  return { seen, slug, head: {}, texts: {}, appears: '' };
}

export function newDraft(): Draft {
  return { seen: null, slug: '', head: {}, texts: {}, appears: '' };
}

/** What it would have in all languages. */
export function headIn(
  draft: Draft,
  { article, kind }: { article: ArticleFacts | undefined; kind: Kind },
): Head {
  const begun: Head = { topic: kind === 'page' ? 'start' : null, picture: null, banner: false };
  const { topic, picture, banner } = article ?? begun;
  return { topic, picture, banner, ...draft.head };
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
  const { topic, picture, banner } = headIn(draft, { article, kind: article.kind });
  return topic !== article.topic || picture !== article.picture || banner !== article.banner;
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
