/**
 * Articles as customers see them: articles whose publication time has come, the licence page of this mode with the configured
 * facts, and each text in the requested language or in English.
 */
import type { Language } from '@candor/protocol/languages.ts';
import { LICENCE, LICENCE_LIVE, textIn, topics } from './article.ts';
import type { Article, ArticleText } from './article.ts';

/** Facts on a live platform's licence page; undefined in a demo, which states that it has no licence. */
export type LicenceFacts = {
  readonly legalEntity: string;
  readonly licenceNumber: string;
  readonly registerUrl: string;
};

/** An article with its text in the reader's language, under the id by which it was requested. */
export type Reading = { readonly id: string; readonly article: Article; readonly text: ArticleText };

type Shown = {
  readonly all: ReadonlyMap<string, Article>;
  readonly facts: LicenceFacts | undefined;
  readonly language: Language;
  /** Scheduled news is hidden before its publication time. */
  readonly nowMs: number;
};

/** Returns undefined if customers can't see the article. */
export function readingOf(id: string, { all, facts, language, nowMs }: Shown): Reading | undefined {
  if (id === LICENCE_LIVE) return undefined;
  const live = id === LICENCE && facts !== undefined;
  const article = all.get(live ? LICENCE_LIVE : id);
  if (article?.state !== 'published' || (article.publishedMs ?? 0) > nowMs) return undefined;
  const text = textIn(article, language);
  if (text === undefined) return undefined;
  return { id, article, text: live ? withFacts(text, facts) : text };
}

/**
 * Whether readers can see an article that contains this image. Images of pending, withdrawn or scheduled articles are visible to
 * operators only.
 */
export function isPictureShown(name: string, { all, nowMs }: Pick<Shown, 'all' | 'nowMs'>): boolean {
  return [...all.values()].some(
    ({ picture, state, publishedMs }) =>
      picture === name && state === 'published' && (publishedMs ?? 0) <= nowMs,
  );
}

/** Returns all articles that customers can read: pages by topic, news from newest to oldest. */
export function readings(shown: Shown): Reading[] {
  const found = [...shown.all.keys()].flatMap((slug) => readingOf(slug, shown) ?? []);
  return found.toSorted(
    (one, other) => order(one.article) - order(other.article) || (one.id < other.id ? -1 : 1),
  );
}

/** Sort key: pages come before news, and newer news before older news. */
function order({ topic, publishedMs }: Article): number {
  return topic === null ? Number.MAX_SAFE_INTEGER - (publishedMs ?? 0) : topics.indexOf(topic);
}

export function withFacts<Text extends { title: string; summary: string; body: string }>(
  text: Text,
  { legalEntity, licenceNumber, registerUrl }: LicenceFacts,
): Text {
  const plain: Readonly<Record<string, string>> = {
    legal_entity: legalEntity,
    licence_number: licenceNumber,
    register_url: registerUrl,
  };
  const fill = (into: string, of: Readonly<Record<string, string>>): string =>
    into.replaceAll(/\{(\w+)\}/g, (all, name: string) => of[name] ?? all);
  const written = {
    ...plain,
    legal_entity: escaped(legalEntity),
    licence_number: escaped(licenceNumber),
    register_url: addressOf(registerUrl),
  };
  return {
    ...text,
    title: fill(text.title, plain),
    summary: fill(text.summary, plain),
    body: fill(text.body, written),
  };
}

/** Escapes a name so that nothing in it is Markdown. */
function escaped(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+.!|<>~&-]/g, String.raw`\$&`);
}

/** Encodes a URL so that it can stand inside a link's parentheses. */
function addressOf(url: string): string {
  return new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}
