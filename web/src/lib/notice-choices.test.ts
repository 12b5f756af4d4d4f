/** The app says what was not muted, and everything while it does not know. */
import { expect, test } from 'vitest';
import { isNoticeWanted, keepNoticeChoices } from './notice-choices.ts';

const muted = (topic: 'orders' | 'options') =>
  (['orders', 'options'] as const).map((one) => ({
    topic: one,
    channel: 'in_app' as const,
    enabled: one !== topic,
    fixed: false,
  }));

test('a muted topic is not wanted, another one is', async () => {
  keepNoticeChoices(muted('options'));
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([true, false]);
  keepNoticeChoices(muted('orders'));
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([false, true]);
});

test('a choice that is not known mutes nothing', async () => {
  keepNoticeChoices([]);
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([true, true]);
});
