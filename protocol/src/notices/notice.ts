/** A message to a customer: its topic, and its text in every language. */
import type { noticeTopics } from '../features.ts';
import type { Language } from '../languages.ts';

/**
 * `always` cannot be muted, so a thief with a token cannot mute it either. The others are defaults, which the customer can
 * change.
 */
type Usual = 'always' | 'usually' | 'on demand';

/**
 * The channels of a topic in addition to the app. Messages about the safety of the account, outgoing money, and imminent losses
 * or charges are always sent.
 */
export type NoticeWays = { readonly [Channel in NoticeChannel]?: Usual };
export const noticeChannels = ['in_app', 'email', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export type NoticeTopic = keyof typeof noticeTopics;

/** The texts of a message, with parameters in braces. A subject has no parameters, so that a locked screen shows no amounts. */
export type NoticeWords = { readonly subject: string; readonly text: string };

export type NoticeRow = {
  readonly topic: NoticeTopic;
  readonly texts: Readonly<Record<Language, NoticeWords>>;
};

/**
 * Declares a message. Parameters that the text does not contain are for navigation: `order`, `position` with `product`,
 * `ticket`.
 */
// @__NO_SIDE_EFFECTS__
export function notice(topic: NoticeTopic, texts: NoticeRow['texts']): NoticeRow {
  return { topic, texts };
}
