/** Customer service as a chat, as a customer or a visitor sees it; operators' shapes stand in `console/chat.ts`. */
import * as v from 'valibot';
import { seconds, seqIn } from '../fields.ts';

/** Characters of one message. */
export const CHAT_TEXT_MAX = 2000;

/** 256 random bits as base64url, which a visitor's device keeps: whoever has them has the conversation. */
export const visitorKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
/** The sender's own name for a message: sent again under it, it is the same message. */
export const clientId = v.pipe(v.string(), v.uuid());
export const fileId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
/** Before it is cleaned; what a phone's keyboard makes of 2,000 characters may be longer. */
export const chatTextIn = v.pipe(v.string(), v.maxLength(4 * CHAT_TEXT_MAX));

export const chatPicture = v.object({ id: fileId, width: v.number(), height: v.number() });
export const chatEvidence = v.object({ id: fileId, ticket: v.string(), symbol: v.string() });
/** Who answers for the house: a first name and a role, and that it is one of the house is the server's word alone. */
const agent = v.object({ name: v.string(), role: v.picklist(['support', 'reviewer', 'admin']) });

const message = v.object({
  /** In its conversation: 1, 2, 3, without a gap. */
  number: v.number(),
  from: v.picklist(['you', 'house']),
  /** Of one's own messages, by which a device knows what it sent. */
  client_id: v.nullable(v.string()),
  by: v.nullable(agent),
  text: v.string(),
  picture: v.nullable(chatPicture),
  evidence: v.nullable(chatEvidence),
  time: seconds,
});
export type ChatMessage = v.InferOutput<typeof message>;

const state = v.object({
  status: v.picklist(['open', 'closed']),
  /** The newest message, and up to which one each side has read. */
  last: v.number(),
  read: v.number(),
  house_read: v.number(),
  /** Who has the conversation now. */
  agent: v.nullable(agent),
});
export type ChatState = v.InferOutput<typeof state>;

export const openOutput = v.object({
  /** Null until the first message. */
  conversation: v.nullable(state),
  /** Answers that were not read. */
  unread: v.number(),
  /** Whether somebody of customer service is there now. */
  online: v.boolean(),
  /** Within which time an answer is to be expected. */
  answers_within_minutes: v.number(),
});

export const messagesInput = v.object({ before: v.optional(seqIn), after: v.optional(seqIn) });
/** Oldest first; without `before` and `after` the newest. */
export const messagesOutput = v.object({
  items: v.array(message),
  /** Whether there are more in the direction that was asked for: older ones, or with `after` newer ones. */
  more: v.boolean(),
});

export const sendInput = v.object({
  client_id: clientId,
  text: v.optional(chatTextIn, ''),
  picture: v.optional(fileId),
});
export const sendOutput = message;
export const readInput = v.object({ number: seqIn });
export const pictureOpenInput = v.object({ picture: fileId });
export const pictureOpenOutput = v.object({ mime: v.string(), base64: v.string() });

/** What happens in one's conversation; a message carries its number, so that one that was missed shows. */
export const chatEvent = v.variant('kind', [
  v.object({ kind: v.literal('message'), message }),
  v.object({ kind: v.literal('read'), by: v.picklist(['you', 'house']), number: v.number() }),
  v.object({ kind: v.literal('typing') }),
  v.object({ kind: v.literal('state'), state }),
]);
export type ChatEvent = v.InferOutput<typeof chatEvent>;

/** Which fill: of a spot order its leg, from 1; of a position 0 for its opening, then its closings from 1. Absent: the newest. */
export const evidenceFill = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)));
export const evidenceInput = v.object({
  client_id: clientId,
  /** The number of an option that has ended, or of an order or position that was filled. */
  ticket: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  fill: evidenceFill,
});
export const evidenceOpenInput = v.object({ evidence: fileId });

/** The file as it stands, to be saved and checked anywhere. */
export const evidenceOpenOutput = v.object({ name: v.string(), body: v.string() });
