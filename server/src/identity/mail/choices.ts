/** How messages come besides standing in the app, and which a customer may mute. What is not on this list is not sent. */
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

/** `usual`: until somebody says otherwise. `fixed`: nobody can. */
type Row = Way & { readonly usual: boolean; readonly fixed: boolean };

const byTopic = Object.entries(noticeTopics) as [Way['topic'], NoticeWays][];
const isMailedAlways = ([, ways]: (typeof byTopic)[number]): boolean => ways.email === 'always';

/** As features say it; first what is mailed to everybody, whatever they chose. */
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

/** What a customer chose, and whether there is an address to mail to. */
export type Chosen = { readonly choices: readonly NoticeChoice[]; readonly hasMail: boolean };

export function choicesView({ choices, hasMail }: Chosen): Choices {
  return WAYS.map(({ topic, channel, usual, fixed }) => {
    const own = choices.find((choice) => choice.topic === topic && choice.channel === channel);
    const isFixed = fixed || (channel === 'push' && isMust(topic) && !hasMail);
    return { topic, channel, enabled: isFixed || (own?.enabled ?? usual), fixed: isFixed };
  });
}

/** Any text of the right form comes through the schema, which stands below the table of topics. */
export const isTopic = (topic: string): boolean => Object.hasOwn(noticeTopics, topic);

/** Whether there is such a way, and this customer can mute it. */
export function isChoosable({ topic, channel }: Way, chosen: Chosen): boolean {
  const row = choicesView(chosen).find((way) => way.topic === topic && way.channel === channel);
  return row?.fixed === false;
}

/** What nobody can mute by mail. */
function isMust(topic: Way['topic']): boolean {
  return wayOf({ topic, channel: 'email' })?.fixed === true;
}

/**
 * The same where it may be the only way: what nobody can mute by mail goes by push to who has no address, whatever they chose.
 */
export function isTold(
  way: Pick<NoticeChoice, 'channel'> & { topic: NoticeTopic },
  { chosen, reachedElse }: { readonly chosen: boolean | null; readonly reachedElse: boolean },
): boolean {
  return isWanted(way, isMust(way.topic) && !reachedElse ? true : chosen);
}

const { toldHourMax, toldLookedAt } = LIMITS.notifications;

/** SQL, of a row `n` of notice: how many of its kind its customer was told within the hour before it. */
export const TOLD_LATELY = `(select count(*)::int from (
    select o.kind, o.time_ms from notice o where o.book = n.book and (o.time_ms, o.id) < (n.time_ms, n.id)
      order by o.time_ms desc, o.id desc limit ${toldLookedAt}) as lately
  where lately.kind = n.kind and lately.time_ms > n.time_ms - 3600000)`;

/**
 * Whether a message stands in the app alone because so many of its kind went before it: who holds a stolen token could bury in mail
 * what would give them away, and a program spend what mail servers and push services bear of us. What the market does to positions
 * nobody brings about at will, and is told however often.
 */
export function isFlood(kind: NoticeKind, toldLately: number): boolean {
  return topicOf[kind] !== 'margin' && toldLately >= toldHourMax;
}

/** Whether messages of a topic go this way to a customer who chose so, or never chose. */
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
