/** News and help: what the house writes for everybody, in nine languages. */
import * as v from 'valibot';
import { languages } from '../languages.ts';
import { cursor, limitIn, seconds, seqIn } from '../fields.ts';

export const articleKinds = ['news', 'page'] as const;
/** Under which heading a page stands in the help centre. */
export const articleTopics = ['start', 'trading', 'money', 'safety', 'legal'] as const;
/** An article is called by its slug: "white-paper". */
export const slug = v.pipe(v.string(), v.maxLength(60), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/));
/** What somebody searches for; the sign NUL can be in no text. */
const search = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100), v.regex(/^[^\u0000]*$/)));

/** Where the picture lies on this server; its own drawing, or one that was drawn anew. */
const picture = v.nullable(v.pipe(v.string(), v.startsWith('/api/content/pictures/')));
const head = { id: slug, title: v.string(), summary: v.string() };

/** Without a kind both are answered; `banner` answers the banners alone, `news` the list alone. */
export const newsListInput = v.object({
  kind: v.optional(v.picklist(['news', 'banner'])),
  search,
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
export const newsList = v.object({
  banners: v.array(v.object({ ...head, picture })),
  /** Newest first; those that were searched for, the best first. */
  items: v.array(v.object({ ...head, time: seconds, picture, reading_minutes: v.number() })),
  next: v.nullable(cursor),
});

export const newsDetailInput = v.object({
  id: slug,
  /** Of an agreement: the text as it counted at this version of it. */
  version: v.optional(seqIn),
});
export const newsDetail = v.object({
  ...head,
  kind: v.picklist(articleKinds),
  /** Of a page. */
  topic: v.nullable(v.picklist(articleTopics)),
  /** Markdown of a plain subset: no HTML, no pictures, links to `#/…` and `https://…` alone. */
  body: v.string(),
  /** When news came out; null of a page. */
  time: v.nullable(seconds),
  picture,
  reading_minutes: v.number(),
  /** 0: as it came with the software; above that, how often the house changed the article up to this text. */
  version: v.number(),
  /** When the house last changed this text; null at version 0. */
  changed_at: v.nullable(seconds),
  /** Of this text: the language asked for, else English. */
  language: v.picklist(languages),
  /** Whether it is what customers agree to, or the law wants to be read. Only of such a text is the rest said. */
  agreement: v.boolean(),
  /** The version of the text that counted before this one; null where there was none. */
  former_version: v.nullable(v.number()),
  /** When another text took its place; null while it counts. */
  counted_until: v.nullable(seconds),
  /** When the English text was changed, where this translation is older than that. */
  english_newer_at: v.nullable(seconds),
});

export const helpListInput = v.object({ search, topic: v.optional(v.picklist(articleTopics)) });
export const helpList = v.object({
  /** By topic; those that were searched for, the best first. */
  items: v.array(
    v.object({
      ...head,
      topic: v.picklist(articleTopics),
      /** Where the words stand, when there was a search: plain text in pieces, and which of them are what was found. */
      excerpt: v.optional(v.array(v.object({ text: v.string(), hit: v.boolean() }))),
    }),
  ),
});

const clockTime = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
export const customerService = v.object({
  /** Whether somebody of customer service is there now. */
  online: v.boolean(),
  /** Null where none were said. Days as 1 for Monday to 7 for Sunday. */
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
