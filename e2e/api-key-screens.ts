/** The screens of API keys, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { examplePassword } from './customer.ts';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, sheet } from './screen-shot.ts';
import { say } from './saying.ts';

const name = 'Evening bot';

async function openOne(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link').filter({ visible: true, hasText: name }).tap();
  await page.getByText(say('apiKeys.mandate')).waitFor();
  await settled(page);
}

export const apiKeyScreens: readonly ScreenShot[] = [
  { name: 'API keys, none yet', path: '/pages/me/apiKeys', as: 'guarded' },
  { name: 'an API key that is not there', path: '/pages/me/apiKey?id=1', as: 'guarded' },
  { name: 'a new API key', path: '/pages/me/apiKeyNew', as: 'guarded' },
  {
    name: 'a new API key, with its limits',
    path: '/pages/me/apiKeyNew',
    as: 'guarded',
    act: (page) => page.getByText(say('apiKeys.limits'), { exact: true }).tap(),
  },
  { name: 'the list of API keys', path: '/pages/me/apiKeys', as: 'borrower' },
  { name: 'an API key', path: '/pages/me/apiKeys', as: 'borrower', act: openOne },
  {
    name: 'revoking an API key',
    path: '/pages/me/apiKeys',
    as: 'borrower',
    act: async (page) => {
      await openOne(page);
      await button(page, say('apiKeys.revoke')).tap();
      await sheet(page);
    },
  },
];

/** Gives the customer a key that may trade two instruments and asks for large orders. */
export async function furnishApiKey(customer: Customer): Promise<void> {
  await customer.call('POST api_keys/create', {
    ...{ name, kind: 'hmac-sha256', scopes: ['read', 'trade'], symbols: ['BTC/USDT', 'ETH/USDT'] },
    ...{ networks: ['203.0.113.0/24'], days: 30, order_max: '5000', loss_max: '500', ask_above: '1000' },
    current_password: examplePassword,
  });
}
