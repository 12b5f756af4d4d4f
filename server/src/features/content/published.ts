/**
 * What customers are given of the articles: those that are published and whose time has come, the licence page of this mode with what
 * is configured, and each text in the language asked for or else in English.
 */
import type { Language } from '@candor/protocol/languages.ts';
import { LICENCE, LICENCE_LIVE, textIn, topics } from './article.ts';
import type { Article, ArticleText } from './article.ts';

/** What the licence page of a live house says of it; undefined in a demo, which has no licence and says so. */
export type LicenceFacts = {
  readonly legalEntity: string;
  readonly licenceNumber: string;
  readonly registerUrl: string;
};

/** An article as somebody reads it, under the name by which they ask for it. */
export type Reading = { readonly id: string; readonly article: Article; readonly text: ArticleText };

type Shown = {
  readonly all: ReadonlyMap<string, Article>;
  readonly facts: LicenceFacts | undefined;
  readonly language: Language;
  /** News of a later time is nobody's to read yet. */
  readonly nowMs: number;
};

/** One article, or undefined where there is none for customers. */
export function readingOf(id: string, { all, facts, language, nowMs }: Shown): Reading | undefined {
  if (id === LICENCE_LIVE) return undefined;
  const live = id === LICENCE && facts !== undefined;
  const article = all.get(live ? LICENCE_LIVE : id);
  if (article?.state !== 'published' || (article.publishedMs ?? 0) > nowMs) return undefined;
  const text = textIn(article, language);
  if (text === undefined) return undefined;
  return { id, article, text: live ? withFacts(text, facts) : text };
}

/** Whether readers have an article with this picture now. What waits, is withdrawn or comes out later is the operators' alone. */
export function isPictureShown(name: string, { all, nowMs }: Pick<Shown, 'all' | 'nowMs'>): boolean {
  return [...all.values()].some(
    ({ picture, state, publishedMs }) =>
      picture === name && state === 'published' && (publishedMs ?? 0) <= nowMs,
  );
}

/** All that customers can read, pages by topic and news from new to old. */
export function readings(shown: Shown): Reading[] {
  const found = [...shown.all.keys()].flatMap((slug) => readingOf(slug, shown) ?? []);
  return found.toSorted(
    (one, other) => order(one.article) - order(other.article) || (one.id < other.id ? -1 : 1),
  );
}

/** Pages before news; of news the newest first. */
function order({ topic, publishedMs }: Article): number {
  return topic === null ? Number.MAX_SAFE_INTEGER - (publishedMs ?? 0) : topics.indexOf(topic);
}

/** The text with what is configured in the places that were left for it. */
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

/** A name as Markdown, in which nothing of it is a mark. */
function escaped(name: string): string {
  return name.replaceAll(/[\\`*_{}[\]()#+.!|<>~&-]/g, String.raw`\$&`);
}

/** An address that can stand within the brackets of a link. */
function addressOf(url: string): string {
  return new URL(url).href.replaceAll('(', '%28').replaceAll(')', '%29');
}
