/**
 * A customer who invested in the fund: the total is the same on Home, Account, Wallet and Portfolio, tapping it opens its
 * breakdown, and its value over time can be read day by day with the keyboard and the finger.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { operate, verify } from './identity-screens.ts';
import { open, remember, settled } from './phone.ts';
import { say } from './saying.ts';

test.use({ leavesBehind: 'a clock set forward by days' });

const SOON = { timeout: 60_000 };

function main(page: Page) {
  return page.getByRole('main').filter({ visible: true });
}

test('shows the same total on every screen, with its parts and its past values', async ({
  page,
  request,
  demo,
}) => {
  const customer = await newCustomer(request);
  await verify(demo, customer);
  await customer.call('POST lh/deposit', { amount: '5000' });
  await remember(page, { token: customer.token, language: 'en' });
  const total = /^100,000\.00/;

  await test.step('states the whole value, although 5,000 of it is in the fund', async () => {
    for (const path of ['/', '/pages/me/newIndex', '/pages/me/wallet']) {
      await open(page, path);
      // A screen's blue hero comes before its main part.
      const shown = page.getByRole('link', { name: /100,000\.00/ }).filter({ visible: true });
      await expect(shown.first(), path).toBeVisible();
      await expect(page.getByText(say('home.noCoins')).filter({ visible: true }), path).toHaveCount(0);
    }
    const { account_balance: balance } = await customer.call('GET user/info', {});
    expect(balance).toBe('100000');
  });

  await test.step('opens the breakdown of the total', async () => {
    await main(page).getByRole('link', { name: total }).first().tap();
    await expect(page.getByRole('heading', { name: say('titles.portfolio') })).toBeVisible();
    await settled(page);
    const fund = main(page).getByRole('link', { name: new RegExp(`^${say('account.accounts.fund')}`) });
    await expect(fund).toContainText('5,000.00');
    await expect(main(page).getByText(say('portfolio.chartStarts'))).toBeVisible();
    await expect(main(page).getByText(say('portfolio.noCoins'))).toBeVisible();
    await expect(main(page).getByText(say('portfolio.noFees'))).toBeVisible();
  });

  await operate(demo, 'ada', ['clock', 'forward', 'day', '--note', 'for the test']);
  await expect
    .poll(async () => (await customer.call('GET portfolio/history', {})).points.length, SOON)
    .toBeGreaterThan(1);

  await test.step('reads past values with the keyboard and by touch', async () => {
    // The app fetches the history once a minute; a reload fetches it immediately.
    await page.reload();
    await settled(page);
    const chart = main(page).getByRole('slider', { name: say('portfolio.chart') });
    await expect(chart).toBeVisible(SOON);
    await chart.focus();
    await page.keyboard.press('Home');
    await expect(chart).toHaveAttribute('aria-valuetext', /100,000\.00 USDT/);
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(say('portfolio.grantMark')));
    await page.keyboard.press('Escape');
    await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`^${say('portfolio.now')}`));
    await chart.hover({ position: { x: 2, y: 40 } });
    await expect(chart).toHaveAttribute('aria-valuenow', '0');
  });
});
