/** The muted topics of notices. */
import { expect, test } from 'vitest';
import { isNoticeWanted, keepNoticeChoices } from './notice-choices.ts';

const muted = (topic: 'orders' | 'options') =>
  (['orders', 'options'] as const).map((one) => ({
    topic: one,
    channel: 'in_app' as const,
    enabled: one !== topic,
    fixed: false,
  }));

test('mutes only the topics that the customer muted', async () => {
  keepNoticeChoices(muted('options'));
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([true, false]);
  keepNoticeChoices(muted('orders'));
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([false, true]);
});

test('mutes nothing while the settings are unknown', async () => {
  keepNoticeChoices([]);
  expect([await isNoticeWanted('orders'), await isNoticeWanted('options')]).toEqual([true, true]);
});
