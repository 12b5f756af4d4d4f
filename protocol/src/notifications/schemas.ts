/** Messages to a customer, as listed in the app. */
import * as v from 'valibot';
import type { NoticeKind } from '../notices/kinds.ts';
import { cursor, id, isCode, limitIn, seconds } from '../fields.ts';

export const noticeKind = v.custom<NoticeKind>(isCode);

/** The parameters of the text of the message's kind. Some parameters are for navigation only. */
export const message = v.object({
  id: v.string(),
  kind: noticeKind,
  params: v.record(v.string(), v.string()),
  time: seconds,
  read: v.boolean(),
});
export const messagesInput = v.object({
  /** The id of the only message to return. */
  id: v.optional(id),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** `unread` counts all messages, not only those of this page; 1,000 means 1,000 or more. */
export const messages = v.object({
  items: v.array(message),
  unread: v.number(),
  next: v.nullable(v.string()),
});
/** The message to mark as read; if absent, all messages. */
export const messageReadInput = v.object({ id: v.optional(id) });
export const messageReadOutput = v.object({ unread: v.number() });
