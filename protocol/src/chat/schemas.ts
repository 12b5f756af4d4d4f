/** Customer service chat for customers and visitors. Operators' schemas are in `chat/console.ts`. */
import * as v from 'valibot';
import { seconds, seqIn } from '../fields.ts';

export const CHAT_TEXT_MAX = 2000;

/** 256 random bits as base64url, stored on a visitor's device. They grant access to the conversation. */
export const visitorKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
/** The sender's id for a message, so that a message that is sent again is stored once. */
export const clientId = v.pipe(v.string(), v.uuid());
export const fileId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
/** The limit applies before normalisation, because a phone's keyboard may encode 2,000 visible characters as more code points. */
export const chatTextIn = v.pipe(v.string(), v.maxLength(4 * CHAT_TEXT_MAX));

export const chatPicture = v.object({ id: fileId, width: v.number(), height: v.number() });
export const chatEvidence = v.object({ id: fileId, ticket: v.string(), symbol: v.string() });
/** The name shown for an operator: a first name and a role. Only the server sets it. */
const agent = v.object({ name: v.string(), role: v.picklist(['support', 'reviewer', 'admin']) });

const message = v.object({
  /** The number of the message in the conversation, from 1 without gaps. */
  number: v.number(),
  from: v.picklist(['you', 'house']),
  /** Present only on the reader's own messages, so that a device recognises the messages that it sent. */
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
  /** The number of the newest message, and the numbers of the last messages that the customer and the operators have read. */
  last: v.number(),
  read: v.number(),
  house_read: v.number(),
  /** The operator currently assigned. */
  agent: v.nullable(agent),
});
export type ChatState = v.InferOutput<typeof state>;

export const openOutput = v.object({
  /** Null until the first message. */
  conversation: v.nullable(state),
  unread: v.number(),
  online: v.boolean(),
  answers_within_minutes: v.number(),
});

export const messagesInput = v.object({ before: v.optional(seqIn), after: v.optional(seqIn) });
/** Messages, oldest first. Without `before` and `after`, the newest ones. */
export const messagesOutput = v.object({
  items: v.array(message),
  /** Whether there are more messages in the requested direction: newer ones with `after`, otherwise older ones. */
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

/** Events of the caller's conversation. The numbers of messages have no gaps, so that the client detects a missing one. */
export const chatEvent = v.variant('kind', [
  v.object({ kind: v.literal('message'), message }),
  v.object({ kind: v.literal('read'), by: v.picklist(['you', 'house']), number: v.number() }),
  v.object({ kind: v.literal('typing') }),
  v.object({ kind: v.literal('state'), state }),
]);
export type ChatEvent = v.InferOutput<typeof chatEvent>;

/**
 * The fill that the evidence is about: the leg of a spot order, from 1; for a position, 0 for the opening, and from 1 on its
 * closings. If absent, the newest fill.
 */
export const evidenceFill = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)));
export const evidenceInput = v.object({
  client_id: clientId,
  /** The id of a settled option, or of an order or position that was filled. */
  ticket: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  fill: evidenceFill,
});
export const evidenceOpenInput = v.object({ evidence: fileId });

/** The evidence file, unmodified, which can be saved and verified without the platform. */
export const evidenceOpenOutput = v.object({ name: v.string(), body: v.string() });
