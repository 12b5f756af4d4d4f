/**
 * The channels through which messages are sent in addition to the app, and those that a customer may mute. A combination that is
 * not listed here is never sent.
 */
import { topicOf } from '@candor/protocol/notices/kinds.ts';
import type { NoticeKind } from '@candor/protocol/notices/kinds.ts';
import { noticeTopics } from '@candor/protocol/features.ts';
import { noticeChannels } from '@candor/protocol/notices/notice.ts';
import type { NoticeTopic, NoticeWays } from '@candor/protocol/notices/notice.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';
import { LIMITS } from '../../limits.ts';

type Choices = CallOutput<'GET user/notice_choices'>;
export type NoticeChoice = CallInput<'POST user/notice_choice'>;
type Way = Pick<NoticeChoice, 'topic' | 'channel'>;

/** `usual` means on by default, `fixed` that the customer can't change it. */
type Row = Way & { readonly usual: boolean; readonly fixed: boolean };

const byTopic = Object.entries(noticeTopics) as [Way['topic'], NoticeWays][];
const isMailedAlways = ([, ways]: (typeof byTopic)[number]): boolean => ways.email === 'always';

/** In the order of `noticeTopics`, except that mail that every customer gets comes first. */
const WAYS: readonly Row[] = [
  ...byTopic.filter(isMailedAlways),
  ...byTopic.filter((row) => !isMailedAlways(row)),
].flatMap(([topic, ways]) =>
  noticeChannels.flatMap((channel) => {
    const usual = ways[channel];
    if (usual === undefined) return [];
    return [{ topic, channel, usual: usual !== 'on demand', fixed: usual === 'always' }];
  }),
);

/** A customer's choices, and whether the customer has an address for mail. */
export type Chosen = { readonly choices: readonly NoticeChoice[]; readonly hasMail: boolean };

export function choicesView({ choices, hasMail }: Chosen): Choices {
  return WAYS.map(({ topic, channel, usual, fixed }) => {
    const own = choices.find((choice) => choice.topic === topic && choice.channel === channel);
    const isFixed = fixed || (channel === 'push' && isMust(topic) && !hasMail);
    return { topic, channel, enabled: isFixed || (own?.enabled ?? usual), fixed: isFixed };
  });
}

/** The schema checks only the form of a topic, because it can't import the table of topics. */
export const isTopic = (topic: string): boolean => Object.hasOwn(noticeTopics, topic);

export function isChoosable({ topic, channel }: Way, chosen: Chosen): boolean {
  const row = choicesView(chosen).find((way) => way.topic === topic && way.channel === channel);
  return row?.fixed === false;
}

/** Whether customers can't mute mail of this topic. */
function isMust(topic: Way['topic']): boolean {
  return wayOf({ topic, channel: 'email' })?.fixed === true;
}

/** Like `isWanted`, but always pushes topics of unmutable mail to a customer whom no other channel reaches. */
export function isNotified(
  way: Pick<NoticeChoice, 'channel'> & { topic: NoticeTopic },
  { chosen, reachedElse }: { readonly chosen: boolean | null; readonly reachedElse: boolean },
): boolean {
  return isWanted(way, isMust(way.topic) && !reachedElse ? true : chosen);
}

const { noticesHourMax, noticesChecked } = LIMITS.mail;

/** SQL that counts, for a row `n` of `notice`, the notices of its kind that the customer got in the preceding hour. */
export const TOLD_LATELY = `(select count(*)::int from (
    select o.kind, o.time_ms from notice o where o.book = n.book and (o.time_ms, o.id) < (n.time_ms, n.id)
      order by o.time_ms desc, o.id desc limit ${noticesChecked}) as lately
  where lately.kind = n.kind and lately.time_ms > n.time_ms - 3600000)`;

/**
 * Whether a message stays in the app only, because too many of its kind preceded it. Otherwise a thief with a stolen token could
 * bury a mail that reveals the theft under others, and a program could exhaust the quotas of our mail and push services. Market
 * events are exempt, because nobody can cause them at will.
 */
export function isFlood(kind: NoticeKind, noticesLately: number): boolean {
  return topicOf[kind] !== 'margin' && noticesLately >= noticesHourMax;
}

/** Whether a message of this topic is sent through this channel, by the customer's choice or by default. */
export function isWanted(
  way: Pick<NoticeChoice, 'channel'> & { topic: NoticeTopic },
  chosen: boolean | null,
): boolean {
  const row = wayOf(way);
  return row !== undefined && (row.fixed || (chosen ?? row.usual));
}

function wayOf({ topic, channel }: Way): Row | undefined {
  return WAYS.find((row) => row.topic === topic && row.channel === channel);
}
