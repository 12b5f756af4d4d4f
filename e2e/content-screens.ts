/** The screens of news and help, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });

async function search(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('textbox', { name }).fill(words);
}

const news: readonly ScreenShot[] = [
  { name: 'news', path: '/pages/newsList/index', as: 'visitor' },
  {
    name: 'news that nothing matches',
    path: '/pages/newsList/index',
    as: 'visitor',
    act: async (page) => {
      await search(page, say('content.searchNews'), 'zxqwv');
      await main(page).getByText(say('market.noMatch')).waitFor();
    },
  },
  { name: 'an article', path: '/pages/news/detail?id=zero-rate-days', as: 'visitor' },
  { name: 'an article that is not there', path: '/pages/news/detail?id=never-written', as: 'visitor' },
];

const help: readonly ScreenShot[] = [
  { name: 'help', path: '/pages/news/dc', as: 'customer' },
  {
    name: 'help that was searched',
    path: '/pages/news/dc',
    as: 'customer',
    act: async (page) => {
      await search(page, say('content.searchHelp'), 'withdrawal');
      await main(page).locator('mark').first().waitFor();
    },
  },
  {
    name: 'a question that is answered',
    path: '/pages/me/faq',
    as: 'customer',
    act: (page) => main(page).locator('summary').first().tap(),
  },
  { name: 'a page with tables', path: '/pages/news/detail?id=options', as: 'customer' },
  { name: 'the service agreement', path: '/pages/news/fwxy', as: 'visitor' },
  { name: 'the licence page', path: '/pages/news/jgpz', as: 'visitor' },
];

export const contentScreens: readonly ScreenShot[] = [...news, ...help];
