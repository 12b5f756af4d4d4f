/** The screens of settings, of self-imposed limits and of the offer by country, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

async function chooseLimit(page: Page, amount: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${say('limits.kind.loss')}: ${say('limits.period.day')}`) })
    .tap();
  await sheet(page);
  await page.getByRole('textbox', { name: say('limits.amount') }).fill(amount);
  await page.keyboard.press('Enter');
}

async function choosePause(page: Page, kind: string): Promise<void> {
  await page.getByRole('main').getByRole('button').filter({ hasText: kind }).tap();
  await sheet(page);
}

export const settingsScreens: readonly ScreenShot[] = [
  { name: 'offered where, signed out', path: '/pages/me/jurisdiction', as: 'visitor' },
  { name: 'member centre', path: '/pages/me/member', as: 'trader' },
  { name: 'credit score', path: '/pages/me/credit', as: 'customer' },
  { name: 'notifications', path: '/pages/me/notifications', as: 'customer' },
  { name: 'currency of totals', path: '/pages/me/valuation', as: 'customer' },
  { name: 'my data', path: '/pages/me/data', as: 'customer' },
  {
    name: 'confirming with the password',
    path: '/pages/me/data',
    as: 'customer',
    act: (page) => tapForSheet(page, say('settings.data.save')),
  },
  { name: 'closing the account', path: '/pages/me/close', as: 'customer' },
  {
    name: 'closing under a wrong name',
    path: '/pages/me/close',
    as: 'customer',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('settings.close.account') }).fill('somebody-else');
      await page.getByRole('button', { name: say('settings.close.button'), exact: true }).tap();
      await page.getByText(say('settings.close.nameWrong')).waitFor();
    },
  },
  { name: 'my limits', path: '/pages/me/limits', as: 'trader' },
  {
    name: 'setting a limit',
    path: '/pages/me/limits',
    as: 'customer',
    act: (page) => chooseLimit(page, '250'),
  },
  {
    name: 'a pause',
    path: '/pages/me/limits',
    as: 'customer',
    act: (page) => choosePause(page, say('limits.pause.kind.time_out')),
  },
  {
    name: 'a second look at excluding oneself',
    path: '/pages/me/limits',
    as: 'customer',
    act: async (page) => {
      await choosePause(page, say('limits.pause.kind.self_exclusion'));
      await page.getByRole('button', { name: say('limits.pause.next'), exact: true }).tap();
      await page.getByText(say('limits.pause.sureTitle')).waitFor();
    },
  },
  { name: 'offered where I live', path: '/pages/me/jurisdiction', as: 'customer' },
];
