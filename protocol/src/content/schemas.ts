/** News and help: texts for everybody, published by Candor in nine languages. */
import * as v from 'valibot';
import { languages } from '../languages.ts';
import { agreements } from './agreements.ts';
import { cursor, limitIn, seconds, seqIn } from '../fields.ts';

export const articleKinds = ['news', 'page'] as const;
/** The heading under which a page is listed in the help centre. */
export const articleTopics = ['start', 'trading', 'money', 'safety', 'legal'] as const;
/** The slug of an article, for example "white-paper". */
export const slug = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
/** A search text. NUL is refused, because no stored text can contain it. */
const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(/^[^\u0000]*$/)));

/** The image's path on this server: a built-in drawing, or a re-encoded upload. */
const picture = v.nullable(v.pipe(v.string(), v.startsWith('/api/content/pictures/')));
const head = { id: slug, title: v.string(), summary: v.string() };

/** `banner` selects the banners, `news` the list; if absent, both are returned. */
export const newsListInput = v.object({
  kind: v.optional(v.picklist(['news', 'banner'])),
  search,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const newsList = v.object({
  banners: v.array(v.object({ ...head, picture })),
  /** Newest first, or the best match first for a search. */
  items: v.array(v.object({ ...head, time: seconds, picture, reading_minutes: v.number() })),
  next: v.nullable(cursor),
});

export const newsDetailInput = v.object({
  id: slug,
  /** For an agreement, the version whose text is returned. */
  version: v.optional(seqIn),
});
export const newsDetail = v.object({
  ...head,
  kind: v.picklist(articleKinds),
  /** Only for a page. */
  topic: v.nullable(v.picklist(articleTopics)),
  /** A plain subset of Markdown: no HTML, no images, and only links to `#/…` and `https://…`. */
  body: v.string(),
  /** When the news item was published; null for a page. */
  time: v.nullable(seconds),
  picture,
  reading_minutes: v.number(),
  /** 0 for the built-in text; otherwise the number of changes to the article up to this text. */
  version: v.number(),
  /** When this text was last changed; null at version 0. */
  changed_at: v.nullable(seconds),
  /** The language of this text: the requested one, or else English. */
  language: v.picklist(languages),
  /** Whether the text is an agreement or required by law. The following fields are present only for such a text. */
  agreement: v.boolean(),
  /** The version of the previous text in effect; null if there was none. */
  former_version: v.nullable(v.number()),
  /** When a newer text replaced this one; null while this one is in effect. */
  counted_until: v.nullable(seconds),
  /** When the English text was changed, if this translation is older than that change; otherwise null. */
  english_newer_at: v.nullable(seconds),
});

export const helpListInput = v.object({ search, topic: v.optional(v.picklist(articleTopics)) });
export const helpList = v.object({
  /** By topic, or the best match first for a search. */
  items: v.array(
    v.object({
      ...head,
      topic: v.picklist(articleTopics),
      /** The passage that matches a search: pieces of plain text, of which the matching ones are marked. */
      excerpt: v.optional(v.array(v.object({ text: v.string(), hit: v.boolean() }))),
    }),
  ),
});

export const agreementList = v.array(
  v.object({
    id: v.picklist(agreements),
    /** In the language of the call. */
    title: v.string(),
    /** The version in force; 0 for the built-in text. */
    version: v.number(),
    /** The time from which the version is in force; null for version 0. */
    changed_at: v.nullable(seconds),
    /** The newest version that the customer consented to, and when; null if there is none. */
    consented_version: v.nullable(v.number()),
    consented_at: v.nullable(seconds),
  }),
);
export const consentInput = v.object({ id: v.picklist(agreements), version: seqIn });
export const consentOutput = v.object({ version: v.number(), given_at: seconds });

const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const customerService = v.object({
  online: v.boolean(),
  /** The service hours; null if not configured. Days are 1 for Monday to 7 for Sunday. */
  hours: v.nullable(
    v.object({
      days: v.array(v.number()),
      from: clockTime,
      to: clockTime,
      time_zone: v.string(),
    }),
  ),
  email: v.nullable(v.string()),
  answers_within_minutes: v.number(),
});
