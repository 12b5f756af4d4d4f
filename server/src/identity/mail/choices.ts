/** How messages come besides standing in the app, and which a customer may mute. What is not on this list is not sent. */
import type { NoticeTopic } from '@candor/protocol/notices/kinds.ts';
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';

type Choices = CallOutput<'GET user/notice_choices'>;
export type NoticeChoice = CallInput<'POST user/notice_choice'>;
type Way = Pick<NoticeChoice, 'topic' | 'channel'>;

/** `usual`: until somebody says otherwise. `fixed`: nobody can, not even with a stolen token. */
type Row = Way & { readonly usual: boolean; readonly fixed: boolean };

const always = { usual: true, fixed: true };
const usually = { usual: true, fixed: false };
const onDemand = { usual: false, fixed: false };

/**
 * Fixed: safety of the account, money on its way out, and money about to be lost or charged, are always told; so is that an agreement
 * is another one now, which the app says to everybody and no mail, since it goes to all at once.
 */
const WAYS: readonly Row[] = [
  { topic: 'security', channel: 'email', ...always },
  { topic: 'security', channel: 'push', ...usually },
  { topic: 'withdrawals', channel: 'email', ...always },
  { topic: 'withdrawals', channel: 'push', ...usually },
  { topic: 'margin', channel: 'in_app', ...always },
  { topic: 'margin', channel: 'email', ...always },
  { topic: 'margin', channel: 'push', ...usually },
  { topic: 'loan_overdue', channel: 'email', ...always },
  { topic: 'loan_overdue', channel: 'push', ...usually },
  { topic: 'account', channel: 'email', ...usually },
  { topic: 'account', channel: 'push', ...usually },
  { topic: 'money', channel: 'email', ...usually },
  { topic: 'money', channel: 'push', ...usually },
  { topic: 'orders', channel: 'in_app', ...usually },
  { topic: 'options', channel: 'in_app', ...usually },
  { topic: 'options', channel: 'email', ...onDemand },
  { topic: 'options', channel: 'push', ...usually },
  { topic: 'fund', channel: 'email', ...usually },
  { topic: 'fund', channel: 'push', ...usually },
  { topic: 'loans', channel: 'email', ...usually },
  { topic: 'loans', channel: 'push', ...usually },
  { topic: 'referral', channel: 'email', ...onDemand },
  { topic: 'referral', channel: 'push', ...onDemand },
  { topic: 'price_alerts', channel: 'email', ...onDemand },
  { topic: 'price_alerts', channel: 'push', ...usually },
  { topic: 'service', channel: 'email', ...usually },
  { topic: 'service', channel: 'push', ...usually },
];

  { topic: 'agreements', channel: 'in_app', ...always },
export function choicesView(chosen: readonly NoticeChoice[]): Choices {
  return WAYS.map(({ topic, channel, usual, fixed }) => {
    const own = chosen.find((choice) => choice.topic === topic && choice.channel === channel);
    return { topic, channel, enabled: fixed || (own?.enabled ?? usual), fixed };
  });
}

/** Whether there is such a way, and it can be muted. */
export function isChoosable(way: Way): boolean {
  return wayOf(way)?.fixed === false;
}

/**
 * The same where it may be the only way: what nobody can mute by mail goes by push to who has no address, whatever they chose.
 */
export function isTold(
  way: Pick<NoticeChoice, 'channel'> & { topic: NoticeTopic },
  { chosen, reachedElse }: { readonly chosen: boolean | null; readonly reachedElse: boolean },
): boolean {
  const isMust = wayOf({ topic: way.topic, channel: 'email' })?.fixed === true;
  return isWanted(way, isMust && !reachedElse ? true : chosen);
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
