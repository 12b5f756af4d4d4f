/** Experience credit on the phone: its explanation and turnover, its conversion, and the converted money. */
import { amount } from '@candor/domain/money/amount.ts';
import { expect } from '@playwright/test';
import { exampleCustomer } from './customer.ts';
import { test } from './demo.ts';
import { turnOverCredit } from './experience-screens.ts';
import { button, fact, figureIn, open, remember } from './phone.ts';
import { say } from './saying.ts';

test('shows a credit’s turnover, converts it, and adds it to the customer’s own money', async ({
  page,
  request,
  demo,
}) => {
  const trader = await exampleCustomer(request, 1);
  await trader.call('POST demo/start_over', {});
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/me/newIndex');
  await page.getByRole('link', { name: say('titles.experience') }).tap();
  const main = page.getByRole('main').filter({ visible: true });
  await expect(main).toContainText(say('experience.turnoverOf', { turnover: '0.00', needed: '1,000.00' }));
  await expect(fact(main, say('experience.left'))).toHaveText(/^(29d 23h|30d 0h)$/);
  await expect(button(page, say('experience.whyNot.turnover', { needed: '1,000.00' }))).toHaveAttribute(
    'aria-disabled',
    'true',
  );

  // The page updates without a reload after trades elsewhere.
  const order = { symbol: 'BTC/USDT', side: 'long', type: 'market', quantity: '0.001', leverage: 2 } as const;
  const { id } = await trader.call('POST lever/submit', { ...order, collateral: 'promo' });
  await expect.poll(() => figureIn(fact(main, say('experience.atStake')))).toBeGreaterThan(0n);
  await turnOverCredit(trader, { demo, request });
  await expect(button(page, say('experience.whyNot.stake'))).toBeVisible();
  await trader.call('POST lever/close', { id });

  // The fees paid from the customer's own money must be twice the amount to be converted.
  await expect(button(page, say('experience.whyNot.fees'))).toBeVisible();
  for (let round = 0; round < 4; round += 1) {
    const coin = { symbol: 'BTC/USDT', type: 'market' } as const;
    await trader.call('POST coin/trade', { ...coin, side: 'buy', amount: '40000' });
    await trader.call('POST coin/trade', { ...coin, side: 'sell', quantity: '0.5' });
  }
  await button(page, say('experience.convert')).tap();
  const sheet = page.getByRole('dialog');
  const gained = await figureIn(fact(sheet, say('experience.toSpot')));
  const spotNow = async () => {
    const wallets = await trader.call('POST wallet/list', {});
    return amount(wallets.find(({ currency }) => currency === 'USDT')?.spot.available ?? '');
  };
  const before = await spotNow();
  await sheet.getByRole('button', { name: say('experience.convert') }).tap();
  await expect(page.getByText(say('experience.noneTitle'))).toBeVisible();
  expect((await spotNow()) - before).toBe(gained);
  await trader.call('POST demo/start_over', {});
  await expect(main).toContainText(say('experience.turnoverOf', { turnover: '0.00', needed: '1,000.00' }));
});
