/** A message to a customer: what it is about, and its text in every language. */
import type { noticeTopics } from '../features.ts';
import type { Language } from '../languages.ts';

/** `always`: nobody can mute it, not even with a stolen token. The others until the customer says otherwise. */
type Usual = 'always' | 'usually' | 'on demand';

/**
 * By which ways messages of a topic come, besides standing in the app. Always told are the safety of the account, money on its way out,
 * and money about to be lost or charged.
 */
export type NoticeWays = { readonly [Channel in NoticeChannel]?: Usual };
export const noticeChannels = ['in_app', 'email', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** What a customer chooses by how messages come, and `orders`, of which the app alone says something. */
export type ChosenTopic = keyof typeof noticeTopics;
/** What messages are about. */
export type NoticeTopic = Exclude<ChosenTopic, 'orders'>;

/** A param stands in braces where it is put in; a subject names none, so that a locked screen tells no figures. */
export type NoticeWords = { readonly subject: string; readonly text: string };

export type NoticeRow = {
  readonly topic: NoticeTopic;
  readonly texts: Readonly<Record<Language, NoticeWords>>;
};

/** What else a message carries than its text names says where it leads: `order`, `position` with `product`, `ticket`. */
// @__NO_SIDE_EFFECTS__
export function notice(topic: NoticeTopic, texts: NoticeRow['texts']): NoticeRow {
  return { topic, texts };
}
