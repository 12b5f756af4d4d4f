/** Which notices there are, and which a customer may mute. What is not on this list is not sent. */
import type { CallInput, CallOutput } from '@candor/protocol/calls.ts';

type Choices = CallOutput<'GET user/notice_choices'>;
export type NoticeChoice = CallInput<'POST user/notice_choice'>;

/** Fixed: safety of the account, and money about to be lost, are always told. */
const NOTICES: readonly (Pick<NoticeChoice, 'topic' | 'channel'> & { readonly fixed: boolean })[] = [
  { topic: 'security', channel: 'email', fixed: true },
  { topic: 'account', channel: 'email', fixed: false },
  { topic: 'margin', channel: 'in_app', fixed: true },
  { topic: 'orders', channel: 'in_app', fixed: false },
  { topic: 'options', channel: 'in_app', fixed: false },
];

/** Every notice is wanted until somebody says otherwise. */
export function choicesView(chosen: readonly NoticeChoice[]): Choices {
  return NOTICES.map(({ topic, channel, fixed }) => {
    const own = chosen.find((choice) => choice.topic === topic && choice.channel === channel);
    return { topic, channel, enabled: fixed || (own?.enabled ?? true), fixed };
  });
}

/** Whether there is such a notice, and it can be muted. */
export function isChoosable({ topic, channel }: Pick<NoticeChoice, 'topic' | 'channel'>): boolean {
  return NOTICES.some((notice) => notice.topic === topic && notice.channel === channel && !notice.fixed);
}
