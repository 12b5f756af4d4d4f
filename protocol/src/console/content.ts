/** What customers read: every article with its languages and versions, and what changes it, on record and at once. */
import * as v from 'valibot';
import { languages } from '../languages.ts';
import { articleKinds, articleTopics, slug } from '../schemas/content.ts';
import { nothing, none, seconds, seqIn } from '../schemas/fields.ts';
import { consoleCall, everyRole } from './console-call.ts';
import { reasonText } from './fields.ts';

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
};

const versionFacts = v.object({
  version: v.number(),
  at: seconds,
  by: v.string(),
  role: v.string(),
  reason: v.string(),
  state: articleState,
  languages: v.array(language),
});

export const contentRows = {
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
    summary: 'One article: the texts that count, the software’s own, and every version.',
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
      texts: v.array(v.object({ language, now: written, before: v.nullable(written) })),
    }),
    refusals: [],
  }),
  'POST article_save': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Publishes texts of an article at once, or begins a new one; the former ones stay on record.',
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
  }),
  'POST article_withdraw': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Takes an article from what customers can read; it stays on record.',
    input: v.object({
      slug,
      seen_version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      reason: reasonText,
    }),
    output: nothing,
    refusals: ['case_changed', 'state_abnormal'],
  }),
  'POST article_restore': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Publishes a withdrawn article again, as it was.',
    input: v.object({
      slug,
      seen_version: v.pipe(v.number(), v.integer(), v.minValue(0)),
      reason: reasonText,
    }),
    output: nothing,
    refusals: ['case_changed', 'state_abnormal'],
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
