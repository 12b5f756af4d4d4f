/** The muted topics of notices. */
import { createAppState } from '@candor/client/app-state.ts';
import { expect, test } from 'vitest';
import { createQueryClient } from './api.ts';
import type { NoticeChoices } from './notice-choices.ts';
import { isNoticeWanted, keepNoticeChoices } from './notice-choices.ts';

/** Whether notices of orders and of options are wanted with these settings. */
async function wantedWith(choices: NoticeChoices): Promise<readonly boolean[]> {
  const app = createAppState();
  keepNoticeChoices(app.of(createQueryClient), choices);
  return [await isNoticeWanted(app, 'orders'), await isNoticeWanted(app, 'options')];
}

const muted = (topic: 'orders' | 'options') =>
  (['orders', 'options'] as const).map((one) => ({
    topic: one,
    channel: 'in_app' as const,
    enabled: one !== topic,
    fixed: false,
  }));

test('mutes only the topics that the customer muted', async () => {
  expect(await wantedWith(muted('options'))).toEqual([true, false]);
  expect(await wantedWith(muted('orders'))).toEqual([false, true]);
});

test('mutes nothing while the settings are unknown', async () => {
  expect(await wantedWith([])).toEqual([true, true]);
});
