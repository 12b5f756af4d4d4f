/** Messages to a customer, as listed in the app. */
import * as v from 'valibot';
import type { NoticeKind } from '../notices/kinds.ts';
import { cursor, id, isCode, limitIn, seconds } from '../fields.ts';

export const noticeKind = v.custom<NoticeKind>(isCode);

/** The text is that of the message's kind, with the parameters inserted. Some parameters are for navigation only. */
export const message = v.object({
  id: v.string(),
  kind: noticeKind,
  params: v.record(v.string(), v.string()),
  time: seconds,
  read: v.boolean(),
});
export const messagesInput = v.object({
  /** If set, returns only this message. */
  id: v.optional(id),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** `unread` counts all messages and not only this page; 1,000 means 1,000 or more. */
export const messages = v.object({
  items: v.array(message),
  unread: v.number(),
  next: v.nullable(v.string()),
});
/** Without an id, every message is marked as read. */
export const messageReadInput = v.object({ id: v.optional(id) });
export const messageReadOutput = v.object({ unread: v.number() });
