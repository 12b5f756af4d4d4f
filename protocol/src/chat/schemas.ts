/** Customer service as a chat, for customers and visitors. Operators' schemas are in `chat/console.ts`. */
import * as v from 'valibot';
import { seconds, seqIn } from '../fields.ts';

/** Maximum characters of one message. */
export const CHAT_TEXT_MAX = 2000;

/** 256 random bits as base64url, stored on a visitor's device: whoever has them can read the conversation. */
export const visitorKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));
/** The sender's id for a message: a repeat under the same id is the same message. */
export const clientId = v.pipe(v.string(), v.uuid());
export const fileId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));
/** The limit before cleaning: a phone's keyboard may encode 2,000 characters with more. */
export const chatTextIn = v.pipe(v.string(), v.maxLength(4 * CHAT_TEXT_MAX));

export const chatPicture = v.object({ id: fileId, width: v.number(), height: v.number() });
export const chatEvidence = v.object({ id: fileId, ticket: v.string(), symbol: v.string() });
/** Who answers for Candor: a first name and a role. Only the server can mark a message as from an operator. */
const agent = v.object({ name: v.string(), role: v.picklist(['support', 'reviewer', 'admin']) });

const message = v.object({
  /** Its number in the conversation: 1, 2, 3, without a gap. */
  number: v.number(),
  from: v.picklist(['you', 'house']),
  /** On one's own messages, by which a device recognises what it sent. */
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
  /** The operator currently assigned. */
  agent: v.nullable(agent),
});
export type ChatState = v.InferOutput<typeof state>;

export const openOutput = v.object({
  /** Null until the first message. */
  conversation: v.nullable(state),
  /** Unread answers. */
  unread: v.number(),
  /** Whether an operator of customer service is online now. */
  online: v.boolean(),
  /** The time within which an answer can be expected. */
  answers_within_minutes: v.number(),
});

export const messagesInput = v.object({ before: v.optional(seqIn), after: v.optional(seqIn) });
/** Oldest first; without `before` and `after` the newest. */
export const messagesOutput = v.object({
  items: v.array(message),
  /** Whether there are more in the requested direction: older ones, or newer ones with `after`. */
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

/** Events of one's conversation. A message carries its number, so that a missed one is detected. */
export const chatEvent = v.variant('kind', [
  v.object({ kind: v.literal('message'), message }),
  v.object({ kind: v.literal('read'), by: v.picklist(['you', 'house']), number: v.number() }),
  v.object({ kind: v.literal('typing') }),
  v.object({ kind: v.literal('state'), state }),
]);
export type ChatEvent = v.InferOutput<typeof chatEvent>;

/**
 * Which fill. For a spot order, its leg from 1. For a position, 0 for its opening and then its closings from 1. Absent: the
 * newest.
 */
export const evidenceFill = v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(9999)));
export const evidenceInput = v.object({
  client_id: clientId,
  /** The id of an ended option, or of an order or position that was filled. */
  ticket: v.pipe(v.string(), v.regex(/^\d{1,18}$/)),
  fill: evidenceFill,
});
export const evidenceOpenInput = v.object({ evidence: fileId });

/** The unmodified file, which can be saved and checked anywhere. */
export const evidenceOpenOutput = v.object({ name: v.string(), body: v.string() });
