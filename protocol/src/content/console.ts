/** News and help for operators: texts in nine languages, released with dual approval. */
import * as v from 'valibot';
import { articleKinds, articleTopics, slug } from './schemas.ts';
import { languages } from '../languages.ts';
import { none, nothing, seconds, seqIn } from '../fields.ts';
import { reasonText } from '../console/fields.ts';
import { consoleCall, everyRole } from '../console/console-call.ts';

export const ARTICLE_BODY_CHARS_MAX = 60_000;

/** The maximum size of a photo, in bytes. Base64 encodes three bytes as four characters. */
export const ARTICLE_PICTURE_BYTES_MAX = 3_000_000;

const PICTURE_CHARS_MAX = (ARTICLE_PICTURE_BYTES_MAX * 4) / 3;

/** The name of an image, as in front matter and in versions. It is a built-in drawing or an uploaded photo. */
const pictureName = v.pipe(v.string(), v.maxLength(80), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));

const articleState = v.picklist(['published', 'withdrawn']);

const language = v.picklist(languages);

/** A text as entered. Forbidden characters and Markdown are reported with their line. */
const articleText = v.object({
  language,
  title: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(140)),
  summary: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(400)),
  body: v.pipe(v.string(), v.minLength(1), v.maxLength(ARTICLE_BODY_CHARS_MAX)),
});

const written = v.object({ title: v.string(), summary: v.string(), body: v.string() });

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
  /** Whether the text is an agreement or required by law. Only an admin can edit such a text, and nobody can withdraw it. */
  agreement: v.boolean(),
  /** The number of the newest version; 0 for the built-in text. */
  version: v.number(),
  /** Whether readers can see any version of the article. */
  public: v.boolean(),
};

/**
 * A text that is waiting for its release: the time at which it began to wait, and its authors, who cannot
 * release it.
 */
const waitingFacts = { since: seconds, by: v.array(v.string()) };

const versionFacts = v.object({
  version: v.number(),
  at: seconds,
  by: v.string(),
  role: v.string(),
  reason: v.string(),
  state: articleState,
  languages: v.array(language),
  /** The decision about the version; "system" decided about versions from before dual approval; null while pending. */
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
            /** The version whose text is in effect; 0 for the built-in text. */
            version: v.number(),
            /** Whether the built-in text has changed since that version was written. */
            file_changed: v.boolean(),
          }),
        ),
        /** The languages without a text, in which customers read the English one. */
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
          /** The built-in text, if a different text is in effect; null if the built-in text is in effect or does not exist. */
          file: v.nullable(written),
          file_changed: v.boolean(),
        }),
      ),
      waiting: v.nullable(
        v.object({
          ...waitingFacts,
          /** The published properties that all languages share; null if the article is not published. */
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
    summary: 'The texts of a version, each beside the one that it replaces.',
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
    unsigned: ['article.save'],
    input: v.object({
      slug,
      ...ofAllLanguages,
      texts: v.pipe(v.array(articleText), v.minLength(1), v.maxLength(languages.length)),
      /** When to publish a news item, at most a year ahead; if absent, immediately. */
      appears_at: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
      /** The displayed newest version; null to create an article. */
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
      summary: 'Releases or rejects a colleague’s texts. Nobody can release their own.',
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
    summary: 'Withdraws an article immediately, without a second person. All versions stay on record.',
    unsigned: ['article.withdraw'],
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
    summary: 'Submits a withdrawn article for publication again, unchanged. It needs a release too.',
    unsigned: ['article.restore'],
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
    summary: 'An uploaded photo, even if it isn’t published yet.',
    input: v.object({ picture: pictureName }),
    output: v.object({ mime: v.string(), base64: v.string() }),
    refusals: ['file_not_found'],
  }),
  'POST article_picture': consoleCall({
    roles: ['support', 'admin'],
    summary: 'Uploads a photo for an article, re-encodes it without metadata, and returns its name.',
    bigBody: true,
    /** The file in base64. */
    unsigned: ['article.picture'],
    input: v.object({ data: v.pipe(v.string(), v.minLength(1), v.maxLength(PICTURE_CHARS_MAX)) }),
    output: v.object({ picture: pictureName }),
    refusals: ['file_type_wrong', 'file_too_big', 'upload_failed', 'uploads_too_many'],
  }),
};
