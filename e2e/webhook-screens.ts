/** The screens of webhooks, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { examplePassword } from './customer.ts';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet } from './screen-shot.ts';
import { say } from './saying.ts';

const host = 'receiver.invalid';

async function openOne(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link').filter({ visible: true, hasText: host }).tap();
  await page.getByText(say('webhooks.noDeliveries')).waitFor();
  await settled(page);
}

export const webhookScreens: readonly ScreenShot[] = [
  { name: 'webhooks, none yet', path: '/pages/me/webhooks', as: 'guarded' },
  { name: 'a webhook that is not there', path: '/pages/me/webhook?id=1', as: 'guarded' },
  { name: 'a new webhook', path: '/pages/me/webhookNew', as: 'guarded' },
  { name: 'changing a webhook that is not there', path: '/pages/me/webhookChange?id=1', as: 'guarded' },
  { name: 'webhooks', path: '/pages/me/webhooks', as: 'borrower' },
  { name: 'a webhook', path: '/pages/me/webhooks', as: 'borrower', act: openOne },
  {
    name: 'deleting a webhook',
    path: '/pages/me/webhooks',
    as: 'borrower',
    act: async (page) => {
      await openOne(page);
      await button(page, say('webhooks.delete')).tap();
      await sheet(page);
    },
  },
];

/** Gives the customer a webhook of events that none of these screens causes, so that it makes no delivery. */
export async function furnishWebhook(customer: Customer): Promise<void> {
  await customer.call('POST webhooks/create', {
    url: `https://${host}/candor/events`,
    kinds: ['deposit.credited', 'withdrawal.changed'],
    current_password: examplePassword,
  });
}
