/** The screens of forex and metals, of the permission for leverage, and of transfers, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { sheet } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const next = (page: Page) => page.getByRole('button', { name: say('leverage.next'), exact: true }).tap();

export const answers = [
  say('leverage.answer.knowledge.some'),
  say('leverage.answer.experience.under_one_year'),
  say('leverage.answer.loss_capacity.bearable'),
  say('leverage.answer.funds_source.salary'),
  say('leverage.answer.quiz_leverage.ten'),
  say('leverage.answer.quiz_close_out.position_is_closed'),
  say('leverage.answer.quiz_gap.at_the_stop'),
  say('leverage.answer.quiz_worst.the_margin'),
];

export async function answer(page: Page, count: number): Promise<void> {
  await page.getByRole('button', { name: say('leverage.start') }).tap();
  for (const name of answers.slice(0, count)) {
    await page.getByRole('radio', { name, exact: true }).tap();
    await next(page);
  }
}

async function typeAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('textbox', { name: say('withdrawals.amount') }).fill(amount);
  await page.keyboard.press('Enter');
}

export const leverageScreens: readonly ScreenShot[] = [
  { name: 'forex and metals', path: '/pages/walletrade/index', as: 'visitor', market: 'open' },
  { name: 'a pair signed out', path: '/pages/whdetail/index?symbol=EUR/USD', as: 'visitor', market: 'open' },
  { name: 'no such pair', path: '/pages/whdetail/index?symbol=XXX/USD', as: 'visitor' },
  { name: 'conversion rates', path: '/pages/walletrade/rates', as: 'visitor' },
  {
    name: 'entry of a conversion rate',
    path: '/pages/walletrade/rates',
    as: 'visitor',
    act: async (page) => {
      await main(page).getByRole('button').filter({ hasText: '1 JPY' }).tap();
      await sheet(page);
      await page.getByText(say('forex.entryAgrees')).waitFor();
    },
  },
  { name: 'costs and risks of leverage', path: '/pages/me/leverageCosts', as: 'visitor' },
  { name: 'metals', path: '/pages/walletrade/index?kind=metal', as: 'customer', market: 'open' },
  { name: 'a pair', path: '/pages/whdetail/index?symbol=USD/JPY&side=short', as: 'customer', market: 'open' },
  { name: 'forex positions', path: '/pages/whdetail/order', as: 'customer' },
  { name: 'permission for leverage', path: '/pages/me/leverage', as: 'customer' },
  {
    name: 'a question',
    path: '/pages/me/leverage',
    as: 'customer',
    act: (page) => answer(page, 4),
  },
  {
    name: 'answers before sending',
    path: '/pages/me/leverage',
    as: 'customer',
    act: (page) => answer(page, answers.length),
  },
  { name: 'transfer', path: '/pages/me/transfer', as: 'customer', act: (page) => typeAmount(page, '12.5') },
  {
    name: 'transfer of too much',
    path: '/pages/me/transfer?currency=USDT&from=spot&to=option',
    as: 'customer',
    act: async (page) => {
      await typeAmount(page, '98765432.1');
      await main(page).getByRole('alert').waitFor();
    },
  },
];
