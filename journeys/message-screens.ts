/** The screens of messages, as they are gone through when all are looked at. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

export const messageScreens: readonly ScreenShot[] = [
  { name: 'messages', path: '/pages/me/messages', as: 'trader' },
  {
    name: 'a message',
    path: '/pages/me/messages',
    as: 'trader',
    act: async (page) => {
      await main(page).getByRole('link').first().tap();
      await page.getByRole('article').waitFor();
    },
  },
  { name: 'a message that is not there', path: '/pages/news/msgdetail?id=1', as: 'customer' },
];
