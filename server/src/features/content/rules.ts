/**
 * Rules for operators' changes to articles, as pure functions from the current article and the request to a new version or a
 * refusal.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { languageDefault } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { limits } from './limits.ts';
import { isAgreement } from './article.ts';
import type { Article, ArticleHead, ArticleInput, ArticleState, Verdict, Written } from './article.ts';
import type { Violation } from './markdown.ts';

/** Facts for the decision, read under the house lock. */
export type Standing = {
  /** The article as operators edit it, including pending texts. */
  readonly article: Article | undefined;
  readonly articles: number;
  readonly hasPicture: boolean;
  readonly violation: (Violation & { readonly language: Language }) | undefined;
  /** A required placeholder that is missing from one of the texts. */
  readonly lacks?: string | undefined;
  readonly nowMs: number;
};

export type WrittenIn = Written & { readonly language: Language };

export type Change = ArticleHead & {
  readonly version: number;
  readonly state: ArticleState;
  readonly texts: readonly WrittenIn[];
};

type SaveRefusal =
  | 'not_found'
  | 'case_changed'
  | 'state_abnormal'
  | 'parameter_wrong'
  | 'parameter_missing'
  | 'articles_too_many'
  | 'file_not_found'
  | 'article_text_wrong';

/**
 * Returns the roles that may change an article. Only an admin may change an agreement, whether the article is an agreement before
 * or after the change.
 */
export function rolesFor(
  slug: string,
  topics: readonly (ArticleHead['topic'] | undefined)[],
): readonly OperatorRole[] {
  return topics.some((topic) => isAgreement(slug, topic ?? null)) ? ['admin'] : ['support', 'admin'];
}

/** News can be scheduled up to a year ahead. */
const AHEAD_MS_MAX = 366 * 24 * 60 * 60_000;

export function decideSave(input: ArticleInput, standing: Standing): Outcome<Change, SaveRefusal> {
  const { article, violation } = standing;
  if (article === undefined) {
    if (input.seen_version !== null) return refuse('not_found', { field: 'slug' });
    if (standing.articles >= limits.articlesMax)
      return refuse('articles_too_many', { params: { max: String(limits.articlesMax) } });
  } else if (input.seen_version !== article.version) {
    return refuse('case_changed', { field: 'seen_version' });
  } else if (input.kind !== article.kind) {
    return wrong('kind');
  }
  if ((input.kind === 'page') !== (input.topic !== null)) return wrong('topic');
  if (input.kind === 'page' && input.banner) return wrong('banner');
  const publishedMs = publishedOf(input, standing);
  if (publishedMs === undefined) return wrong('appears_at');
  const written = new Set(input.texts.map(({ language }) => language));
  if (written.size !== input.texts.length) return wrong('texts');
  if (article?.texts.has(languageDefault) !== true && !written.has(languageDefault))
    return refuse('parameter_missing', { field: 'texts', params: { field: 'texts' } });
  if (input.picture !== null && !standing.hasPicture) return refuse('file_not_found', { field: 'picture' });
  if (violation !== undefined) {
    const { language, line, found } = violation;
    return refuse('article_text_wrong', { field: 'texts', params: { language, line: String(line), found } });
  }
  if (standing.lacks !== undefined)
    return refuse('parameter_missing', { field: 'texts', params: { field: standing.lacks } });
  const texts = input.texts.filter((text) => !isSame(text, article?.texts.get(text.language)));
  const { kind, topic, picture, banner } = input;
  if (article !== undefined && texts.length === 0 && isSameHead(input, article))
    return refuse('state_abnormal');
  return ok({
    ...{ kind, topic, picture, banner, texts },
    publishedMs,
    version: (article?.version ?? 0) + 1,
    state: article?.state ?? 'published',
  });
}

/**
 * Returns the publication time of news: as requested on creation, otherwise immediately. Later changes can't move it. Returns
 * undefined for an invalid time.
 */
function publishedOf(
  { kind, appears_at }: ArticleInput,
  { article, nowMs }: Standing,
): number | null | undefined {
  if (appears_at === undefined)
    return article === undefined && kind === 'news' ? nowMs : (article?.publishedMs ?? null);
  const atMs = appears_at * 1000;
  const isOfNew = kind === 'news' && article === undefined;
  return isOfNew && atMs > nowMs && atMs <= nowMs + AHEAD_MS_MAX ? atMs : undefined;
}

export function decideState(
  to: ArticleState,
  {
    article,
    counting,
    seen,
  }: {
    readonly article: Article | undefined;
    /** The article as readers see it. */
    readonly counting?: Article | undefined;
    readonly seen: number;
  },
): Outcome<Change, 'not_found' | 'case_changed' | 'state_abnormal'> {
  if (article === undefined) return refuse('not_found', { field: 'slug' });
  if (seen !== article.version) return refuse('case_changed', { field: 'seen_version' });
  if (article.state === to) return refuse('state_abnormal');
  // An agreement remains an agreement while a change of its topic is pending release.
  const isKept = [article, counting].some((one) => one && isAgreement(one.slug, one.topic));
  if (to === 'withdrawn' && isKept) return refuse('state_abnormal');
  const { kind, topic, picture, banner, publishedMs } = article;
  return ok({
    kind,
    topic,
    picture,
    banner,
    publishedMs,
    version: article.version + 1,
    state: to,
    texts: [],
  });
}

export type Releasing = {
  readonly article: Article | undefined;
  readonly verdict: Verdict;
  readonly seen: number;
  /** SHA-256 in hex of each text that the approver saw, and of each pending text. */
  readonly seenTexts: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly person: string;
};

/**
 * Releases pending texts, unless the approver wrote one of them. Any operator who may write the texts may also reject them,
 * including their author.
 */
export function decideRelease({
  article,
  verdict,
  seen,
  seenTexts,
  texts,
  person,
}: Releasing): Outcome<number, 'not_found' | 'case_changed' | 'state_abnormal' | 'second_person_needed'> {
  if (article === undefined) return refuse('not_found', { field: 'slug' });
  if (seen !== article.version) return refuse('case_changed', { field: 'seen_version' });
  if (article.waiting === null) return refuse('state_abnormal');
  const languages = Object.keys(texts);
  if (
    languages.length !== Object.keys(seenTexts).length ||
    languages.some((one) => seenTexts[one] !== texts[one])
  )
    return refuse('case_changed', { field: 'texts' });
  if (verdict === 'released' && article.waiting.authors.some((author) => author.person === person))
    return refuse('second_person_needed', { field: 'verdict' });
  return ok(article.version);
}

const wrong = (field: string) => refuse('parameter_wrong', { field, params: { field } });

function isSame(text: Written, other: Written | undefined): boolean {
  return text.title === other?.title && text.summary === other.summary && text.body === other.body;
}

function isSameHead(input: ArticleInput, article: Article): boolean {
  return (
    input.topic === article.topic && input.picture === article.picture && input.banner === article.banner
  );
}
