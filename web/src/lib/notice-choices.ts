/** The customer's settings for the app's own notices. */
import type { AppState } from '@candor/client/app-state.ts';
import type { QueryClient } from '@tanstack/react-query';
import { createQueryClient } from './api.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { callKey, prefetchCall } from './queries.ts';

export type NoticeChoices = CallOutput<'GET user/notice_choices'>;

const choicesKey = callKey('GET user/notice_choices', {});

/** Stores settings that were loaded or changed on this device. */
export function keepNoticeChoices(queryClient: QueryClient, choices: NoticeChoices): void {
  queryClient.setQueryData(choicesKey, choices);
}

/** Returns whether to show notices of this topic in the app. Nothing is muted if the settings fail to load. */
export async function isNoticeWanted(app: AppState, topic: 'orders' | 'options'): Promise<boolean> {
  const queryClient = app.of(createQueryClient);
  if (queryClient.getQueryData(choicesKey) === undefined)
    await prefetchCall(app, 'GET user/notice_choices', { input: {} });
  const choices = queryClient.getQueryData<NoticeChoices>(choicesKey);
  return choices?.find((choice) => choice.topic === topic && choice.channel === 'in_app')?.enabled ?? true;
}
