/**
 * Positions on the phone: opened with stop and target, watched, locked in profit, closed in part, and then closed all together.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { unreadable } from './clipping.ts';
import { exampleCustomer, quoteOf } from './customer.ts';
import { atRest, button, fact, figureIn, open, remember } from './phone.ts';
import { test } from './pushed-market.ts';
import { containing, say, saying, voiceIn } from './saying.ts';

type Request = Parameters<typeof quoteOf>[0];

/** In this market BTC rises by a dollar a second and never falls, so that a profit lasts long enough to set a level. */
const quantity = '5';

/** Gives the customer margin and no open positions. */
async function emptyTrader(request: Request): Promise<Customer> {
  const trader = await exampleCustomer(request, 1);
  await trader.call('POST lever/dealall', {});
  await trader.call('POST lever/cancel_all', {});
  const money = { currency: 'USDT', from: 'spot', to: 'contract', amount: '20000' } as const;
  await trader.call('POST wallet/transfer', money);
  return trader;
}

/** A long position, which gains, and a short one, each with stop and target. */
async function openBothWays(trader: Customer, request: Request): Promise<void> {
  const { bid } = await quoteOf(request, 'BTC/USDT');
  const part = (share: number) => `${Math.floor(Number.parseInt(bid, 10) * share)}`;
  const order = { symbol: 'BTC/USDT', type: 'market', quantity, leverage: 50 } as const;
  const [low, high] = [part(0.98), part(1.02)];
  await trader.call('POST lever/submit', { ...order, side: 'long', take_profit: high, stop_loss: low });
  await trader.call('POST lever/submit', { ...order, side: 'short', take_profit: low, stop_loss: high });
}

/** The card of the gaining position, once it has gained fourteen USDT or more. */
async function gaining(page: Page): Promise<Locator> {
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  const winner = cards
    .filter({
      hasText: new RegExp(
        String.raw`${containing('positions.profitNow').source} \+(1[4-9]|[2-9]\d|\d{3,})\D`,
      ),
    })
    .first();
  await expect(winner).toBeVisible({ timeout: 60_000 });
  return page.getByRole('article', { name: (await winner.getAttribute('aria-label')) ?? '' });
}

test('watches and locks a profit, closes a part, and then closes all', async ({ page, request }) => {
  const trader = await emptyTrader(request);
  await openBothWays(trader, request);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/order/contract');
  const card = await gaining(page);
  const sheet = page.getByRole('dialog');

  await test.step('locks a profit between entry and price', async () => {
    const entry = await figureIn(fact(card, say('positions.entry')));
    const mark = await figureIn(fact(card, say('spot.priceAbout')));
    // A cent on the profitable side of the entry, which is as far from the price as a lock can be.
    const cents = entry / 1_000_000n + (mark > entry ? 1n : -1n);
    const price = `${cents / 100n}.${`${cents % 100n}`.padStart(2, '0')}`;
    await card.getByRole('button', { name: say('positions.levels') }).tap();
    await sheet.getByRole('textbox', { name: say('positions.stop') }).fill(price);
    await page.keyboard.press('Enter');
    await expect(sheet.getByText(saying('positions.brings.lock'))).toBeVisible();
    await sheet.getByRole('button', { name: say('positions.setLevels') }).tap();
    await expect(sheet).toBeHidden();
    await expect(card.getByText(say('positions.profitLock'))).toBeVisible();
    await expect(card.getByText(say('positions.stopLoss'))).toHaveCount(0);
  });

  await test.step('removes the lock, so that it does not fire in the next step', async () => {
    await card.getByRole('button', { name: say('positions.levels') }).tap();
    await sheet.getByRole('button', { name: say('positions.remove.stop') }).tap();
    await sheet.getByRole('button', { name: say('positions.setLevels') }).tap();
    await expect(card.getByText(say('positions.profitLock'))).toHaveCount(0);
  });

  await test.step('closes a part of a position', async () => {
    await card.getByRole('button', { name: say('positions.close'), exact: true }).tap();
    await sheet.getByRole('textbox', { name: say('positions.quantityToClose') }).fill('2');
    await page.keyboard.press('Enter');
    await expect(fact(sheet, say('positions.staysOpen'))).toContainText('3 BTC');
    await sheet.getByRole('button', { name: say('positions.confirmClose') }).tap();
    await expect(sheet.getByRole('heading', { name: say('positions.partClosedTitle') })).toBeVisible();
    await expect(fact(sheet, say('positions.stillOpen'))).toHaveText('3 BTC');
    const gross = await figureIn(fact(sheet, say('positions.profit')));
    expect(await figureIn(fact(sheet, say('positions.net')))).toBeLessThan(gross);
    await sheet.getByRole('button', { name: say('orders.showEntry') }).tap();
    await expect(
      sheet.getByText(say('orders.matches.buy')).or(sheet.getByText(say('orders.matches.sell'))),
    ).toBeVisible();
    await sheet.getByRole('button', { name: say('positions.done') }).tap();
    await expect(card.getByText('3 BTC', { exact: true })).toBeVisible();
  });

  await test.step('closes all positions, and shows both positions with their profit', async () => {
    await button(page, say('positions.closeAll')).tap();
    await sheet.getByRole('button', { name: say('positions.confirmCloseAll', { count: 2 }) }).tap();
    await expect(sheet.getByText(say('positions.closeAllDone'))).toBeVisible();
    await sheet.getByRole('button', { name: say('positions.done') }).tap();
    await expect(page.getByText(say('positions.empty.holding'))).toBeVisible();
    await page.getByRole('tab', { name: say('positions.tab.completed') }).tap();
    await expect(page.getByText(say('positions.reason.close_all'))).toHaveCount(2);
  });
});

for (const [language, locale] of [
  ['zh', 'zh-CN'],
  ['vn', 'vi'],
] as const) {
  test(`shows positions without cut-off words in ${language}`, async ({ page, request }) => {
    const trader = await emptyTrader(request);
    await openBothWays(trader, request);
    await page.setViewportSize({ width: 360, height: 640 });
    await remember(page, { token: trader.token, language });
    await open(page, '/pages/order/contract');
    await expect(page.getByRole('article')).toHaveCount(2);
    expect(await unreadable(page)).toEqual([]);
    await page.getByRole('article').first().getByRole('button').nth(1).tap();
    await expect(page.getByRole('dialog').locator('dl')).toBeVisible();
    await atRest(page);
    expect(await unreadable(page)).toEqual([]);
    await page.goBack();
    await button(page, voiceIn(language, locale).say('positions.closeAll')).tap();
    await page.getByRole('dialog').locator('dl').waitFor();
    await atRest(page);
    expect(await unreadable(page)).toEqual([]);
  });
}
