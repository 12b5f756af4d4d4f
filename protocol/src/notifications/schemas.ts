/** Messages to a customer, as the app reads them. */
import * as v from 'valibot';
import type { NoticeKind } from '../notices/kinds.ts';
import { cursor, id, isCode, limitIn, seconds } from '../fields.ts';

export const noticeKind = v.custom<NoticeKind>(isCode);

/** The text comes from the kind's notice, with the params inserted; some params are for navigation. */
export const message = v.object({
  id: v.string(),
  kind: noticeKind,
  params: v.record(v.string(), v.string()),
  time: seconds,
  read: v.boolean(),
});
export const messagesInput = v.object({
  /** Only this message. */
  id: v.optional(id),
  cursor: v.optional(cursor),
  limit: v.optional(limitIn),
});
/** `unread`: of all messages, not of the page; a thousand means "or more". */
export const messages = v.object({
  items: v.array(message),
  unread: v.number(),
  next: v.nullable(v.string()),
});
/** Without an id every message is marked. */
export const messageReadInput = v.object({ id: v.optional(id) });
export const messageReadOutput = v.object({ unread: v.number() });
