/** The screen of customer service, for the tests of all screens. */
import type { ScreenShot } from './screen-shot.ts';
import { button } from './screen-shot.ts';
import { say } from './saying.ts';

const chat = '/pages/me/kefu';

export const chatScreens: readonly ScreenShot[] = [
  { name: 'customer service, asked nothing yet', path: chat, as: 'visitor' },
  {
    name: 'customer service, asked',
    path: chat,
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('chat.placeholder') }).fill('Where is my deposit?');
      await button(page, say('chat.send')).tap();
      await page.getByRole('log').getByText(say('chat.sent'), { exact: true }).first().waitFor();
    },
  },
  {
    name: 'customer service, asked too much',
    path: chat,
    as: 'trader',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('chat.placeholder') }).fill('x'.repeat(2005));
      await page.getByRole('alert').waitFor();
    },
  },
];
