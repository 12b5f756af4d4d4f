/** What a customer was told, as the app reads it. */
import * as v from 'valibot';
import type { NoticeKind } from '../notices/kinds.ts';
import { cursor, id, isCode, limitIn, seconds } from '../fields.ts';

export const noticeKind = v.custom<NoticeKind>(isCode);

/** Its text is the kind's in the table of notices, with the params put in; some say where it leads. */
export const message = v.object({
  id: v.string(),
  kind: noticeKind,
  params: v.record(v.string(), v.string()),
  time: seconds,
  read: v.boolean(),
});
export const messagesInput = v.object({
  /** One message alone. */
  id: v.optional(id),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** `unread`: of all messages, not of the page; a thousand stands for more. */
export const messages = v.object({
  items: v.array(message),
  unread: v.number(),
  next: v.nullable(v.string()),
});
/** Without an id every message is marked. */
export const messageReadInput = v.object({ id: v.optional(id) });
export const messageReadOutput = v.object({ unread: v.number() });
