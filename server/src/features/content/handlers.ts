/** News and help calls, available without a login. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { languageDefault } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { noCursor, pageOf, placeOf, shownOf } from '../../calls/paging.ts';
import type { Submit } from '../../calls/submit.ts';
import type { Pool } from '../../db/pool.ts';
import type { Handlers } from '../../calls/handler.ts';
import { isAgreement } from './article.ts';
import { consentHandlers } from './consents.ts';
import type { Articles } from './articles.ts';
import { formerOf } from './former.ts';
import type { Former } from './former.ts';
import { pictureAddress } from './pictures.ts';
import { readingOf, readings, withFacts } from './published.ts';
import type { LicenceFacts, Reading } from './published.ts';
import { Search } from './search.ts';

export type ServiceFacts = Omit<CallOutput<'GET news/getkf'>, 'online'>;

export type ContentDeps = {
  readonly pool: Pool;
  readonly submit: Submit;
  readonly now: () => number;
  readonly articles: Articles;
  /** Set on a live platform only. */
  readonly licence: LicenceFacts | undefined;
  readonly service: ServiceFacts;
  readonly isServiceOnline: () => boolean;
};

type ContentCall =
  | 'POST news/list'
  | 'POST news/detail'
  | 'GET news_articles/list'
  | 'GET agreements'
  | 'POST agreements/consent'
  | 'GET news/getkf';

export function contentHandlers(deps: ContentDeps): Pick<Handlers, ContentCall> {
  const all = () => deps.articles.all();
  const shownIn = (language: Language) => ({
    ...{ all: all(), facts: deps.licence, language, nowMs: deps.now() },
  });
  const readingsIn = (language: Language) => readings(shownIn(language));
  const finding = { readingsIn, search: new Search({ all, readingsIn }) };

  return {
    ...newsListHandler(finding),

    'POST news/detail': async ({ id, version }, { language }) => {
      const reading = readingOf(id, shownIn(language));
      if (reading === undefined) return refuse('not_found', { field: 'id' });
      const { article, text } = reading;
      if (version === undefined && !isAgreement(article.slug, article.topic)) return ok(detailView(reading));
      const former = await formerOf(deps.pool, { reading, version: version ?? text.version });
      if (former === undefined) return refuse('not_found', { field: 'version' });
      const isLive = id !== article.slug && deps.licence !== undefined;
      const read = isLive ? withFacts(former.text, deps.licence) : former.text;
      return ok(detailView({ ...reading, text: read }, former));
    },

    ...helpListHandler(finding),
    ...consentHandlers({ pool: deps.pool, submit: deps.submit, all }),

    'GET news/getkf': () => Promise.resolve(ok({ ...deps.service, online: deps.isServiceOnline() })),
  };
}

/** The sources of a list: all articles of a language, or the results of a search. */
type Finding = { readonly readingsIn: (language: Language) => Reading[]; readonly search: Search };

function newsListHandler({ readingsIn, search }: Finding): Pick<Handlers, 'POST news/list'> {
  const newsIn = (language: Language) =>
    readingsIn(language).filter(({ article }) => article.kind === 'news');
  return {
    'POST news/list': async ({ kind, search: query, cursor, limit }, { language }) => {
      const place = placeOf(cursor, 1);
      if (place === null) return noCursor;
      const from = Number(place?.[0] ?? 0n);
      const banners =
        kind === 'news' || from > 0 ? [] : newsIn(language).filter(({ article }) => article.banner);
      if (kind === 'banner') return ok({ banners: banners.map(bannerView), items: [], next: null });
      const searched =
        query === undefined || query === ''
          ? newsIn(language).map((reading) => ({ reading }))
          : await search.find(query, { kind: 'news', language });
      if (searched === undefined) return refuse('busy');
      const found = searched.map(({ reading }) => reading);
      const shown = shownOf(limit);
      const { rows, next } = pageOf(found.slice(from, from + shown + 1), {
        shown,
        place: () => String(from + shown),
      });
      return ok({ banners: banners.map(bannerView), items: rows.map(newsView), next });
    },
  };
}

function helpListHandler({ readingsIn, search }: Finding): Pick<Handlers, 'GET news_articles/list'> {
  return {
    'GET news_articles/list': async ({ search: query, topic }, { language }) => {
      const within = ({ article }: Reading): boolean =>
        article.kind === 'page' && (topic === undefined || article.topic === topic);
      if (query === undefined || query === '')
        return ok({ items: readingsIn(language).filter(within).map(helpView) });
      const found = await search.find(query, { kind: 'page', language });
      if (found === undefined) return refuse('busy');
      return ok({
        items: found
          .filter(({ reading }) => within(reading))
          .map(({ reading, excerpt }) => ({ ...helpView(reading), excerpt })),
      });
    },
  };
}

const headView = ({ id, text: { title, summary } }: Reading) => ({ id, title, summary });

function bannerView(reading: Reading) {
  return { ...headView(reading), picture: pictureAddress(reading.article.picture) };
}

function newsView(reading: Reading) {
  const { article, text } = reading;
  return {
    ...headView(reading),
    time: secondsOf(article.publishedMs ?? 0),
    picture: pictureAddress(article.picture),
    reading_minutes: text.readingMinutes,
  };
}

function helpView(reading: Reading) {
  const { topic } = reading.article;
  if (topic === null) throw new Error(`expected page "${reading.id}" to have a topic`);
  return { ...headView(reading), topic };
}

function detailView(reading: Reading, former?: Former): CallOutput<'POST news/detail'> {
  const { article, text } = reading;
  return {
    ...headView(reading),
    kind: article.kind,
    topic: article.topic,
    body: text.body,
    time: secondsOrNull(article.publishedMs),
    picture: pictureAddress(article.picture),
    reading_minutes: text.readingMinutes,
    version: text.version,
    changed_at: secondsOrNull(text.changedMs),
    language: text.language,
    agreement: former !== undefined,
    former_version: former?.before ?? null,
    counted_until: secondsOrNull(former?.untilMs ?? null),
    english_newer_at: former?.untilMs === null ? secondsOrNull(englishAfter(reading)) : null,
  };
}

/** Returns the time of the last change to the English text if this translation is older, or null. */
function englishAfter({ article, text }: Reading): number | null {
  const english = article.texts.get(languageDefault);
  return english !== undefined && english.version > text.version ? english.changedMs : null;
}

const secondsOf = (ms: number): number => Math.floor(ms / 1000);
const secondsOrNull = (ms: number | null): number | null => (ms === null ? null : secondsOf(ms));
