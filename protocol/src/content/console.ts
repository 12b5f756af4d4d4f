/** News and help as operators write them: a text in nine languages, released by a second person. */
import * as v from 'valibot';
import { articleKinds, articleTopics, slug } from './schemas.ts';
import { languages } from '../languages.ts';
import { none, nothing, seconds, seqIn } from '../fields.ts';
import { reasonText } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';

export const ARTICLE_BODY_CHARS_MAX = 60_000;

/** Of a photo in its file; base64 makes four signs of three bytes. */
export const ARTICLE_PICTURE_BYTES_MAX = 3_000_000;

const PICTURE_CHARS_MAX = (ARTICLE_PICTURE_BYTES_MAX * 4) / 3;

/** The name of a picture, as front matter and versions carry it: a drawing of the software's, or one handed in here. */
const pictureName = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

const articleState = v.picklist(['published', 'withdrawn']);

const language = v.picklist(languages);

/** One text as it is written; which signs and which Markdown are allowed, the feature says by line. */
const articleText = v.object({
  language,
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140)),
  summary: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400)),
  body: v.pipe(v.string(), v.minLength(1), v.maxLength(ARTICLE_BODY_CHARS_MAX)),
});

const written = v.object({ title: v.string(), summary: v.string(), body: v.string() });

/** What the article has in all languages alike. */
const ofAllLanguages = {
  kind: v.picklist(articleKinds),
  /** Of a page, and of it alone. */
  topic: v.nullable(v.picklist(articleTopics)),
  picture: v.nullable(pictureName),
  /** Whether news stands among the banners. */
  banner: v.boolean(),
};

const articleFacts = {
  slug: v.string(),
  ...ofAllLanguages,
  state: articleState,
  /** What customers agree to, or the law wants to be read: an admin’s alone, and never withdrawn. */
  agreement: v.boolean(),
  /** The newest version; 0: as it came with the software. */
  version: v.number(),
  /** Whether readers have it, in whatever version. */
  public: v.boolean(),
};

/** What waits for a second person: since when, and who wrote it and so cannot release it. */
const waitingFacts = { since: seconds, by: v.array(v.string()) };

const versionFacts = v.object({
  version: v.number(),
  at: seconds,
  by: v.string(),
  role: v.string(),
  reason: v.string(),
  state: articleState,
  languages: v.array(language),
  /** What a second person made of it, or the system of what was there before; null while it waits. */
  judged: v.nullable(v.object({ verdict: v.picklist(['released', 'refused']), by: v.string(), at: seconds })),
});

const change = v.object({ language, now: written, before: v.nullable(written) });

export const contentConsoleCalls = {
  'GET articles': consoleCall({
    roles: everyRole,
    summary: 'Every article: its languages, its newest version, and whether it is published.',
    input: none,
    output: v.array(
      v.object({
        ...articleFacts,
        title: v.string(),
        languages: v.array(
          v.object({
            language,
            /** The version whose text counts; 0: the software’s file. */
            version: v.number(),
            /** The software brought another text since that version was written. */
            file_changed: v.boolean(),
          }),
        ),
        /** In these, customers read English. */
        missing: v.array(language),
        waiting: v.nullable(v.object(waitingFacts)),
        /** When news comes out, which may be later than now; null of a page. */
        published_at: v.nullable(seconds),
        changed_at: v.nullable(seconds),
        changed_by: v.nullable(v.string()),
      }),
    ),
    refusals: [],
  }),
  'GET article': consoleCall({
    roles: everyRole,
    summary:
      'One article: its newest texts, the software’s own, what waits for its release, and every version.',
    input: v.object({ slug }),
    output: v.object({
      ...articleFacts,
      published_at: v.nullable(seconds),
      texts: v.array(
        v.object({
          language,
          ...written.entries,
          version: v.number(),
          /** The software’s text where another counts; null where there is none, or it is the one that counts. */
          file: v.nullable(written),
          file_changed: v.boolean(),
        }),
      ),
      /** What readers would get instead of what they have, or null where they have all there is. */
      waiting: v.nullable(
        v.object({
          ...waitingFacts,
          /** What readers have of it in all languages; null where they have nothing. */
          head: v.nullable(v.object(ofAllLanguages)),
          texts: v.array(change),
        }),
      ),
      /** Newest first. */
      versions: v.array(versionFacts),
    }),
    refusals: [],
  }),
  'GET article_version': consoleCall({
    roles: everyRole,
    summary: 'What a version wrote, each text beside the one that counted before it.',
    input: v.object({ slug, version: seqIn }),
    output: v.object({
      ...versionFacts.entries,
      ...ofAllLanguages,
      texts: v.array(change),
    }),
    refusals: [],
  }),
  'POST article_save': consoleCall({
    roles: ['support', 'admin'],
    summary:
      'Writes texts of an article, or begins a new one; readers have them once another operator released them.',
    bigBody: true,
    input: v.object({
      slug,
      ...ofAllLanguages,
      texts: v.pipe(v.array(articleText), v.minLength(1), v.maxLength(languages.length)),
      /** When news that begins here comes out, at most a year ahead; without it, at once. */
      appears_at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** The newest version as it was seen; null: there is no such article yet. */
      seen_version: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))),
      reason: reasonText,
    }),
    output: nothing,
    refusals: ['case_changed', 'state_abnormal', 'article_text_wrong', 'file_not_found', 'articles_too_many'],
    touches: 'everything',
  }),
  'POST article_release': consoleCall(
    {
      roles: ['support', 'admin'],
      summary: 'Publishes what a colleague wrote, or refuses it; nobody releases a text of their own.',
      input: v.object({
        slug,
        seen_version: v.pipe(v.number(), v.integer(), v.minValue(1)),
        verdict: v.picklist(['released', 'refused']),
        /** SHA-256 of each text as it was seen, in hex by language. */
        texts: v.record(language, v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
        reason: reasonText,
      }),
      output: nothing,
      refusals: ['case_changed', 'state_abnormal', 'second_person_needed'],
      touches: 'everything',
    },
    ({ slug: named, verdict }) => ({
      action: `publication.${verdict}`,
      subject: `article:${named}`,
    }),
  ),
  'POST article_withdraw': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Takes an article from what customers can read, at once and by one person; it stays on record.',
    input: v.object({
      slug,
      seen_version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      reason: reasonText,
    }),
    output: nothing,
    refusals: ['case_changed', 'state_abnormal'],
    touches: 'everything',
  }),
  'POST article_restore': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Would publish a withdrawn article again, as it was; that waits for its release too.',
    input: v.object({
      slug,
      seen_version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      reason: reasonText,
    }),
    output: nothing,
    refusals: ['case_changed', 'state_abnormal'],
    touches: 'everything',
  }),
  'GET article_photo': consoleCall({
    roles: everyRole,
    summary: 'A photo that was handed in, also before readers have it.',
    input: v.object({ picture: pictureName }),
    output: v.object({ mime: v.string(), base64: v.string() }),
    refusals: ['file_not_found'],
  }),
  'POST article_picture': consoleCall({
    roles: ['support', 'admin'],
    summary:
      'Takes a photo for an article, draws it anew without anything but its pixels, and answers its name.',
    bigBody: true,
    /** The file in base64. */
    input: v.object({ data: v.pipe(v.string(), v.minLength(1), v.maxLength(PICTURE_CHARS_MAX)) }),
    output: v.object({ picture: pictureName }),
    refusals: ['file_type_wrong', 'file_too_big', 'upload_failed', 'uploads_too_many'],
  }),
};
