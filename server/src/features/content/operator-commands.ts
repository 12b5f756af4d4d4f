/** Operators' audited commands on articles: write texts, release a colleague's texts, withdraw, restore, and upload images. */
import { createHash } from 'node:crypto';
import { ok } from '@candor/domain/outcome.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import { lockHouse } from '../../operators/act.ts';
import type { Act, OperatorCommand } from '../../operators/act.ts';
import { waitingTexts } from './article.ts';
import type { Article, ArticleInput, Verdict } from './article.ts';
import { writtenHash } from './articles.ts';
import type { Articles } from './articles.ts';
import { decideRelease, decideSave, decideState } from './rules.ts';
import type { Change, Standing, WrittenIn } from './rules.ts';
import { hasPicture, insertPicture, insertRelease, insertVersion } from './store.ts';
import type { PictureRow } from './store.ts';

type Actor = { readonly account: string; readonly role: OperatorRole };
type By = { readonly by: Actor; readonly slug: string; readonly reason: string };

export type Saving = {
  readonly by: Actor;
  readonly input: ArticleInput;
} & Pick<Standing, 'violation' | 'lacks'>;
export type Releasing = By & {
  readonly person: string;
  readonly verdict: Verdict;
  readonly seen: number;
  readonly seenTexts: Readonly<Record<string, string>>;
};
export type Moving = By & { readonly move: 'withdraw' | 'restore'; readonly seen: number };

type CommandDeps = {
  readonly articles: Articles;
  readonly roles: readonly OperatorRole[];
  /** Names of the drawings shipped with the software. */
  readonly drawings: ReadonlySet<string>;
};

type SaveCode =
  ReturnType<typeof decideSave> extends infer Out
    ? Out extends { readonly refusal: { readonly code: infer Code } }
      ? Code
      : never
    : never;
type StateCode = 'not_found' | 'case_changed' | 'state_abnormal';

export function saveArticle(
  deps: CommandDeps,
): OperatorCommand<Saving, Record<string, never>, Extract<SaveCode, string>> {
  return {
    roles: deps.roles,
    decide: async (connection, { by, input, violation, lacks }, nowMs) => {
      await lockHouse(connection);
      await deps.articles.read(connection);
      const all = deps.articles.newest();
      const article = all.get(input.slug);
      const known = input.picture !== null && deps.drawings.has(input.picture);
      const standing = {
        ...{ article, violation, lacks, nowMs, articles: all.size },
        hasPicture: known || (input.picture !== null && (await hasPicture(connection, input.picture))),
      };
      const decided = decideSave(input, standing);
      if (!decided.ok) return decided;
      const { slug, reason } = input;
      return ok(
        acting({ by, slug, reason }, { article, change: decided.value, nowMs, action: 'article.save' }),
      );
    },
  };
}

export function moveArticle(deps: CommandDeps): OperatorCommand<Moving, Record<string, never>, StateCode> {
  return {
    roles: deps.roles,
    decide: async (connection, { by, slug, reason, move, seen }, nowMs) => {
      await lockHouse(connection);
      await deps.articles.read(connection);
      const article = deps.articles.newest().get(slug);
      const counting = deps.articles.all().get(slug);
      const to = move === 'withdraw' ? 'withdrawn' : 'published';
      const decided = decideState(to, { article, counting, seen });
      if (!decided.ok) return decided;
      return ok(
        acting({ by, slug, reason }, { article, change: decided.value, nowMs, action: `article.${move}` }),
      );
    },
  };
}

/** Publishes the pending texts, or rejects them permanently. */
export function releaseArticle(
  deps: Pick<CommandDeps, 'articles' | 'roles'>,
): OperatorCommand<Releasing, Record<string, never>, StateCode | 'second_person_needed'> {
  return {
    roles: deps.roles,
    decide: async (connection, { by, person, slug, reason, verdict, seen, seenTexts }, nowMs) => {
      await lockHouse(connection);
      await deps.articles.read(connection);
      const article = deps.articles.newest().get(slug);
      const waiting = article === undefined ? [] : waitingTexts(article, deps.articles.all().get(slug));
      const texts = Object.fromEntries(
        waiting.map((text) => [text.language, writtenHash(text).toString('hex')]),
      );
      const decided = decideRelease({ article, verdict, seen, seenTexts, texts, person });
      if (!decided.ok) return decided;
      const version = decided.value;
      const row = { slug, version, verdict, reason, by: by.account, role: by.role, timeMs: nowMs };
      return ok({
        answer: {},
        entry: {
          action: `publication.${verdict}`,
          subject: `article:${slug}`,
          before: { waits: article?.waiting?.authors.map(({ account }) => account) ?? [] },
          after: { version, verdict, texts },
          reason,
        },
        apply: (at) => insertRelease(at, row),
      });
    },
  };
}

type Acting = {
  readonly article: Article | undefined;
  readonly change: Change;
  readonly nowMs: number;
  readonly action: 'article.save' | 'article.withdraw' | 'article.restore';
};

/** Puts the hash of each text into the audit record, so that the hash chain of the log covers the texts. */
function acting(
  { by, slug, reason }: By,
  { article, change, nowMs, action }: Acting,
): Act<Record<string, never>> {
  const { texts, ...head } = change;
  const row = { ...head, slug, reason, by: by.account, role: by.role, timeMs: nowMs };
  const kept = (text: WrittenIn) => {
    const own = article?.texts.get(text.language);
    const file = own === undefined ? null : own.version === 0 ? own : own.file;
    return { ...text, fileHash: file === null ? null : writtenHash(file) };
  };
  return {
    answer: {},
    entry: {
      action,
      subject: `article:${slug}`,
      before: article === undefined ? {} : { version: article.version, ...shown(article) },
      after: {
        version: change.version,
        ...shown(change),
        texts: Object.fromEntries(texts.map((text) => [text.language, writtenHash(text).toString('hex')])),
      },
      reason,
    },
    apply: (connection) => insertVersion(connection, row, texts.map(kept)),
  };
}

function shown({ state, topic, picture, banner }: Pick<Change, 'state' | 'topic' | 'picture' | 'banner'>) {
  return { state, topic, picture, banner };
}

/** Stores an image with its hash as the name, so that a duplicate upload is stored once. */
export const keepPicture: OperatorCommand<
  { readonly by: Actor; readonly picture: Omit<PictureRow, 'name'> },
  { readonly picture: string },
  never
> = {
  roles: ['support', 'admin'],
  decide: async (connection, { by, picture }, nowMs) => {
    await lockHouse(connection);
    const digest = createHash('sha256').update(picture.bytes).digest('hex');
    const name = `photo-${digest.slice(0, 32)}`;
    const known = await hasPicture(connection, name);
    return ok({
      answer: { picture: name },
      entry: {
        action: 'article.picture',
        subject: `picture:${name}`,
        before: {},
        after: { sha256: digest, width: picture.width, height: picture.height },
        reason: undefined,
      },
      apply: (at) =>
        known ? Promise.resolve() : insertPicture(at, { ...picture, name, by: by.account, timeMs: nowMs }),
    });
  },
};
