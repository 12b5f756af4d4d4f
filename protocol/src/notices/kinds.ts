/**
 * Every kind of message to a customer, with its topic. A browser loads this table and the texts of one language
 * (`client/build/compiled-texts.ts`).
 */
import { notices } from '../features.ts';
import type { Language } from '../languages.ts';
import type { NoticeTopic, NoticeWords } from './notice.ts';

export type NoticeKind = keyof typeof notices;

export const noticeKinds = Object.keys(notices) as [NoticeKind, ...NoticeKind[]];

export const topicOf = Object.fromEntries(noticeKinds.map((kind) => [kind, notices[kind].topic])) as Readonly<
  Record<NoticeKind, NoticeTopic>
>;

/** All messages in one language. */
export type NoticeTexts = Readonly<Record<NoticeKind, NoticeWords>>;

export function noticesIn(language: Language): NoticeTexts {
  return Object.fromEntries(noticeKinds.map((kind) => [kind, notices[kind].texts[language]])) as NoticeTexts;
}
