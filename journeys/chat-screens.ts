/** The screen of customer service, as it is gone through when all are looked at. */
import type { ScreenShot } from './screen-shot.ts';
import { button } from './screen-shot.ts';

const chat = '/pages/me/kefu';

export const chatScreens: readonly ScreenShot[] = [
  { name: 'customer service, asked nothing yet', path: chat, as: 'visitor' },
  {
    name: 'customer service, asked',
    path: chat,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('Where is my deposit?');
      await button(page, 'Send').tap();
      await page.getByRole('log').getByText('Sent', { exact: true }).first().waitFor();
    },
  },
  {
    name: 'customer service, asked too much',
    path: chat,
    as: 'trader',
    act: async (page) => {
      await page.getByRole('textbox', { name: 'Message' }).fill('x'.repeat(2005));
      await page.getByRole('alert').waitFor();
    },
  },
];
