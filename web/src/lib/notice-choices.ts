/** Which of the app's own notices the customer wants. */
import { queryClient } from './api.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { callKey, prefetchCall } from './queries.ts';

export type NoticeChoices = CallOutput<'GET user/notice_choices'>;

const choicesKey = callKey('GET user/notice_choices', {});

/** The settings, read once and updated on this device when they are changed here. */
export function keepNoticeChoices(choices: NoticeChoices): void {
  queryClient.setQueryData(choicesKey, choices);
}

/** Whether to show notices of this topic in the app. Settings that can't be read mute nothing. */
export async function isNoticeWanted(topic: 'orders' | 'options'): Promise<boolean> {
  if (queryClient.getQueryData(choicesKey) === undefined) await prefetchCall('GET user/notice_choices', {});
  const choices = queryClient.getQueryData<NoticeChoices>(choicesKey);
  return choices?.find((choice) => choice.topic === topic && choice.channel === 'in_app')?.enabled ?? true;
}
