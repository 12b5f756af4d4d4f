/** Console calls for articles: the list, one article with its texts and versions, and the changes to it. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { ConsoleInput, ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConsoleContext, ConsoleHandlers } from '../../calls/console-handler.ts';
import { readPicture } from '../../identity/documents/pictures.ts';
import { limits } from './limits.ts';
import { act, actOnce, ofHouse } from '../../operators/act.ts';
import type { Denials } from '../../operators/denials.ts';
import { isAgreement, LICENCE_LIVE, missingIn, textIn, waitingTexts } from './article.ts';
import type { Article, ArticleInput, Written } from './article.ts';
import type { Articles } from './articles.ts';
import { violationOf, lineViolationOf } from './markdown.ts';
import { keepPicture, moveArticle, releaseArticle, saveArticle } from './operator-commands.ts';
import { withFacts } from './published.ts';
import { rolesFor } from './rules.ts';
import type { Standing } from './rules.ts';
import { pictureBytes, picturesSince, textsUpTo, versionAt, versionsOf } from './store.ts';
import type { JudgedRow } from './store.ts';
import { DAY_MS } from '@candor/domain/time.ts';

export type ContentConsoleDeps = {
  readonly pool: Pool;
  readonly articles: Articles;
  /** Names of the drawings shipped with the software. */
  readonly drawings: ReadonlySet<string>;
  readonly denials: Pick<Denials, 'note'>;
  readonly now: () => number;
};

type ContentCall =
  | 'GET articles'
  | 'GET article'
  | 'GET article_version'
  | 'POST article_save'
  | 'POST article_release'
  | 'POST article_withdraw'
  | 'POST article_restore'
  | 'POST article_picture'
  | 'GET article_photo';

/** Larger than the number of versions of any article, and within the range of its column. */
const VERSION_MAX = 1_000_000;

export function contentConsoleHandlers(deps: ContentConsoleDeps): Pick<ConsoleHandlers, ContentCall> {
  const { pool, articles } = deps;
  return {
    'GET articles': async () => {
      await articles.read();
      return ok(
        [...articles.newest().values()].map((article) => listed(article, articles.all().get(article.slug))),
      );
    },

    'GET article': async ({ slug }) => {
      await articles.read();
      const article = articles.newest().get(slug);
      if (article === undefined) return refuse('not_found', { field: 'slug' });
      const versions = await versionsOf(pool, { slug, limit: limits.versionsShownMax });
      return ok({ ...articleView(article, articles.all().get(slug)), versions: versions.map(versionView) });
    },

    'GET article_version': async ({ slug, version }) => {
      if (version < 1 || version > VERSION_MAX) return refuse('not_found', { field: 'version' });
      const row = await versionAt(pool, { slug, version });
      if (row === undefined) return refuse('not_found', { field: 'version' });
      const [now, before] = await Promise.all([
        textsUpTo(pool, { slug, version }),
        textsUpTo(pool, { slug, version: version - 1 }),
      ]);
      const texts = now.filter((text) => text.version === version);
      const own = articles.newest().get(slug);
      return ok({
        ...versionView({ ...row, languages: texts.map(({ language }) => language) }),
        ...headView(row),
        texts: texts.map((text) => {
          const former = before.find(({ language }) => language === text.language);
          const file = own?.texts.get(text.language)?.file ?? null;
          const known = former ?? file;
          return {
            language: text.language,
            now: written(text),
            before: known === null ? null : written(known),
          };
        }),
      });
    },

    'POST article_save': (input, context) => save(deps, input, context),
    'POST article_release': (input, context) => released(deps, input, context),
    'POST article_withdraw': (input, context) => moved(deps, 'withdraw', { input, context }),
    'POST article_restore': (input, context) => moved(deps, 'restore', { input, context }),
    ...pictureHandlers(deps),
  };
}

async function save(
  deps: ContentConsoleDeps,
  input: ArticleInput,
  { operator, idempotencyKey }: ConsoleContext,
) {
  const { pool, now, articles } = deps;
  const { slug } = input;
  const roles = rolesFor(slug, [input.topic, ...topicsOf(articles, slug)]);
  const sent = { call: 'article_save', book: 0n, body: input, idempotencyKey };
  const saving = { by: operator, input, violation: firstViolation(input), lacks: lackOf(input) };
  const denied = () => deps.denials.note(operator, 'POST article_save');
  const done = await actOnce({ pool, operator, now, sent, denied }, saveArticle({ ...deps, roles }), saving);
  await articles.read();
  return ofHouse(done);
}

type PictureCall = 'GET article_photo' | 'POST article_picture';

function pictureHandlers(deps: ContentConsoleDeps): Pick<ConsoleHandlers, PictureCall> {
  const { pool } = deps;
  return {
    'GET article_photo': async ({ picture }) => {
      const bytes = await pictureBytes(pool, picture);
      if (bytes === undefined) return refuse('file_not_found', { field: 'picture' });
      return ok({ mime: 'image/jpeg', base64: bytes.toString('base64') });
    },

    'POST article_picture': async ({ data }, { operator }) => {
      const nowMs = deps.now();
      const had = await picturesSince(pool, { by: operator.account, sinceMs: nowMs - DAY_MS });
      if (had >= limits.picturesDayMax) return refuse('uploads_too_many');
      const read = await readPicture(Buffer.from(data, 'base64'));
      if (!read.ok) return read;
      return ofHouse(
        await act({ pool, operator, now: deps.now }, keepPicture, { by: operator, picture: read.value }),
      );
    },
  };
}

/** Returns the topic pending release and the published topic, which both decide who may change the article. */
function topicsOf(articles: Articles, slug: string) {
  return [articles.newest().get(slug)?.topic, articles.all().get(slug)?.topic];
}

async function released(
  deps: ContentConsoleDeps,
  input: ConsoleInput<'POST article_release'>,
  { operator, idempotencyKey }: ConsoleContext,
) {
  const { pool, now, articles } = deps;
  const { slug, reason, verdict, seen_version: seen, texts: seenTexts } = input;
  const roles = rolesFor(slug, topicsOf(articles, slug));
  const sent = { call: 'article_release', book: 0n, body: input, idempotencyKey };
  const denied = () => deps.denials.note(operator, 'POST article_release');
  const { person } = operator;
  const releasing = { by: operator, person, slug, reason, verdict, seen, seenTexts };
  const done = await actOnce(
    { pool, operator, now, sent, denied },
    releaseArticle({ ...deps, roles }),
    releasing,
  );
  await articles.read();
  return ofHouse(done);
}

type Asked = {
  readonly input: { readonly slug: string; readonly seen_version: number; readonly reason: string };
  readonly context: ConsoleContext;
};

async function moved(deps: ContentConsoleDeps, move: 'withdraw' | 'restore', { input, context }: Asked) {
  const { pool, now, articles } = deps;
  const { operator, idempotencyKey } = context;
  const { slug, seen_version: seen, reason } = input;
  const roles = rolesFor(slug, topicsOf(articles, slug));
  const call = `article_${move}` as const;
  const sent = { call, book: 0n, body: input, idempotencyKey };
  const denied = () => deps.denials.note(operator, `POST ${call}`);
  const moving = { by: operator, slug, reason, move, seen };
  const done = await actOnce({ pool, operator, now, sent, denied }, moveArticle({ ...deps, roles }), moving);
  await articles.read();
  return ofHouse(done);
}

/** Sample values that replace the placeholders while a text is validated. */
const SAMPLE = { legalEntity: 'Entity', licenceNumber: '1', registerUrl: 'https://register.fca.org.uk/1' };

function firstViolation({ slug, texts }: ArticleInput): Standing['violation'] {
  for (const text of texts) {
    const { language, title, summary, body } = slug === LICENCE_LIVE ? withFacts(text, SAMPLE) : text;
    const violation = lineViolationOf(title) ?? lineViolationOf(summary) ?? violationOf(body);
    if (violation !== undefined) return { ...violation, language };
  }
  return undefined;
}

/** Placeholders that every text of the licence page must contain, so that it always states the configured facts. */
const PLACES = ['{legal_entity}', '{licence_number}', '{register_url}'] as const;

function lackOf({ slug, texts }: ArticleInput): string | undefined {
  if (slug !== LICENCE_LIVE) return undefined;
  return PLACES.find((place) => texts.some(({ body }) => !body.includes(place)));
}

function headView({ kind, topic, picture, banner }: Pick<Article, 'kind' | 'topic' | 'picture' | 'banner'>) {
  return { kind, topic, picture, banner };
}

function factsOf(article: Article) {
  const { slug, state, version, topic } = article;
  return { slug, ...headView(article), state, agreement: isAgreement(slug, topic), version };
}

function waitingView({ waiting }: Article) {
  if (waiting === null) return null;
  return { since: secondsOf(waiting.sinceMs), by: waiting.authors.map(({ account }) => account) };
}

/** Publication time of news in Unix seconds; null for a page, and for news that has no publication time yet. */
function publishedAt(article: Article, counting: Article | undefined): number | null {
  const { publishedMs } = counting ?? article;
  return publishedMs === null ? null : secondsOf(publishedMs);
}

function listed(article: Article, counting: Article | undefined): ConsoleOutput<'GET articles'>[number] {
  return {
    ...factsOf(article),
    public: counting?.state === 'published',
    waiting: waitingView(article),
    title: textIn(article, languageDefault)?.title ?? '',
    languages: languages.flatMap((language) => {
      const text = article.texts.get(language);
      return text === undefined ? [] : [{ language, version: text.version, file_changed: text.fileChanged }];
    }),
    missing: missingIn(article),
    published_at: publishedAt(article, counting),
    changed_at: article.changedMs === null ? null : secondsOf(article.changedMs),
    changed_by: article.changedBy,
  };
}

function articleView(
  article: Article,
  counting: Article | undefined,
): Omit<ConsoleOutput<'GET article'>, 'versions'> {
  const waiting = waitingView(article);
  return {
    ...factsOf(article),
    public: counting?.state === 'published',
    published_at: publishedAt(article, counting),
    waiting: waiting === null ? null : { ...waiting, ...changesOf(article, counting) },
    texts: [...article.texts.values()].map((text) => ({
      language: text.language,
      ...written(text),
      version: text.version,
      file: text.file,
      file_changed: text.fileChanged,
    })),
  };
}

/** The changes that the release would show to readers. */
function changesOf(article: Article, counting: Article | undefined) {
  return {
    head: counting === undefined ? null : headView(counting),
    texts: waitingTexts(article, counting).map((text) => {
      const before = counting?.texts.get(text.language);
      return { language: text.language, now: written(text), before: before ? written(before) : null };
    }),
  };
}

function versionView(
  row: JudgedRow & { languages: ConsoleOutput<'GET article'>['versions'][number]['languages'] },
) {
  const { version, timeMs, by, role, reason, state, judged } = row;
  return {
    ...{ version, by, role, reason, state, at: secondsOf(timeMs), languages: row.languages },
    judged: judged === null ? null : { verdict: judged.verdict, by: judged.by, at: secondsOf(judged.atMs) },
  };
}

const written = ({ title, summary, body }: Written): Written => ({ title, summary, body });
const secondsOf = (ms: number): number => Math.floor(ms / 1000);
