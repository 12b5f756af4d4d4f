/** News and help for operators: texts in nine languages, released by a second approver. */
import * as v from 'valibot';
import { articleKinds, articleTopics, slug } from './schemas.ts';
import { languages } from '../languages.ts';
import { none, nothing, seconds, seqIn } from '../fields.ts';
import { reasonText } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';

export const ARTICLE_BODY_CHARS_MAX = 60_000;

/** The maximum size of a photo's file. In base64, three bytes become four characters. */
export const ARTICLE_PICTURE_BYTES_MAX = 3_000_000;

const PICTURE_CHARS_MAX = (ARTICLE_PICTURE_BYTES_MAX * 4) / 3;

/** The name of an image, as in front matter and versions: a built-in drawing or an uploaded photo. */
const pictureName = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

const articleState = v.picklist(['published', 'withdrawn']);

const language = v.picklist(languages);

/** One text as entered. Forbidden characters and Markdown are reported by line. */
const articleText = v.object({
  language,
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140)),
  summary: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400)),
  body: v.pipe(v.string(), v.minLength(1), v.maxLength(ARTICLE_BODY_CHARS_MAX)),
});

const written = v.object({ title: v.string(), summary: v.string(), body: v.string() });

/** The fields shared by all languages of the article. */
const ofAllLanguages = {
  kind: v.picklist(articleKinds),
  /** Only for a page. */
  topic: v.nullable(v.picklist(articleTopics)),
  picture: v.nullable(pictureName),
  /** Whether the news item is shown among the banners. */
  banner: v.boolean(),
};

const articleFacts = {
  slug: v.string(),
  ...ofAllLanguages,
  state: articleState,
  /** A text that customers agree to, or that the law requires: only an admin can edit it, and it can't be withdrawn. */
  agreement: v.boolean(),
  /** The newest version; 0 is the built-in text. */
  version: v.number(),
  /** Whether readers can see the article in any version. */
  public: v.boolean(),
};

/** A text that waits for a second approver: since when, and its authors, who cannot release it. */
const waitingFacts = { since: seconds, by: v.array(v.string()) };

const versionFacts = v.object({
  version: v.number(),
  at: seconds,
  by: v.string(),
  role: v.string(),
  reason: v.string(),
  state: articleState,
  languages: v.array(language),
  /** The second approver's verdict, or that of the system for earlier versions; null while pending. */
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
            /** The version whose text is in effect; 0 is the built-in file. */
            version: v.number(),
            /** Whether the built-in text has changed since that version was written. */
            file_changed: v.boolean(),
          }),
        ),
        /** The languages in which customers read the English text. */
        missing: v.array(language),
        waiting: v.nullable(v.object(waitingFacts)),
        /** When news is published, which may be in the future; null for a page. */
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
          /** The built-in text, if a different one is in effect; null if there is none, or if it is itself in effect. */
          file: v.nullable(written),
          file_changed: v.boolean(),
        }),
      ),
      /** The texts that would replace the current ones; null if nothing is pending. */
      waiting: v.nullable(
        v.object({
          ...waitingFacts,
          /** The published properties common to all languages; null if the article is not published. */
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
      /** When a new news item is published, at most a year ahead; immediately if absent. */
      appears_at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** The newest version as displayed; null if there is no such article yet. */
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
        /** SHA-256 of each text as displayed, in hex by language. */
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
    summary: 'Takes a photo for an article, redraws it without metadata, and returns its name.',
    bigBody: true,
    /** The file in base64. */
    input: v.object({ data: v.pipe(v.string(), v.minLength(1), v.maxLength(PICTURE_CHARS_MAX)) }),
    output: v.object({ picture: pictureName }),
    refusals: ['file_type_wrong', 'file_too_big', 'upload_failed', 'uploads_too_many'],
  }),
};
