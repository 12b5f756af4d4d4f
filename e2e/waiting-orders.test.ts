/**
 * Market orders whose price is too old for a fill: the sheet shows that an order waits, changes to the result when the next price
 * arrives, and gives the reason if the order ends without a fill.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { exampleCustomer } from './customer.ts';
import { button, fact, open, remember, typeAmount } from './phone.ts';
import { test } from './pushed-market.ts';
import { say, saying } from './saying.ts';

const BTC = 'BTC/USDT';
/** In ticks: 1.5% of the price, which is more than the ticket's tolerance. */
const FAR_TICKS = 90_000;

const sheetOf = (page: Page): Locator => page.getByRole('dialog');
const titled = (page: Page, name: string): Locator => sheetOf(page).getByRole('heading', { name });

/** Confirms the ticket under review while its price is silent, and requires that nothing is shown as done. */
async function confirmInSilence(page: Page, market: { silence: (symbol: string) => void }, label: string) {
  market.silence(BTC);
  await sheetOf(page).getByRole('button', { name: label }).tap();
  await expect(titled(page, say('spot.waitingTitle'))).toBeVisible();
}

test.afterEach(({ market }) => market.resume(BTC));

test('reports a waiting conversion as converted only after its fill', async ({ page, request, market }) => {
  const trader = await exampleCustomer(request, 1);
  const bought = { symbol: BTC, side: 'buy', type: 'market', quantity: '0.1' } as const;
  await trader.call('POST coin/trade', bought);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/order/convert');
  await typeAmount(page, say('exchange.give'), '0.01');
  await button(page, say('withdrawals.step.under_review')).tap();
  await confirmInSilence(page, market, say('convert.confirm'));
  await expect(titled(page, say('convert.doneTitle'))).toHaveCount(0);
  market.resume(BTC);
  await expect(titled(page, say('convert.doneTitle'))).toBeVisible();
  await expect(
    sheetOf(page).getByRole('heading', { name: say('convert.leg.sell', { coins: '0.01 BTC' }) }),
  ).toBeVisible();
  await expect(sheetOf(page).getByRole('heading', { name: saying('convert.leg.buy') })).toBeVisible();
});

test('shows the fill of a waiting purchase once it is filled', async ({ page, request, market }) => {
  const trader = await exampleCustomer(request, 1);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, `/pages/index/index?product=spot&symbol=${BTC}`);
  await typeAmount(page, say('spot.amount'), '500');
  await button(page, say('spot.buyBase', { base: 'BTC' })).tap();
  await confirmInSilence(page, market, say('spot.confirmBuy'));
  market.resume(BTC);
  await expect(titled(page, say('spot.filledTitle'))).toBeVisible();
  await expect(fact(sheetOf(page), say('orders.received'))).toHaveText(/BTC/);
});

test('shows the position of a waiting opening, or the reason why it ended unfilled', async ({
  page,
  request,
  market,
}) => {
  const trader = await exampleCustomer(request, 1);
  const money = { currency: 'USDT', from: 'spot', to: 'contract', amount: '2000' } as const;
  await trader.call('POST wallet/transfer', money);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, `/pages/index/index?product=contract&symbol=${BTC}`);
  const order = async () => {
    await typeAmount(page, say('spot.quantity'), '0.01');
    await button(page, say('opening.open.long', { symbol: BTC })).tap();
    await confirmInSilence(page, market, say('opening.confirm.long'));
  };
  await test.step('opens the position at the next price', async () => {
    await order();
    await expect(fact(sheetOf(page), say('opening.openedAt'))).toHaveCount(0);
    market.resume(BTC);
    await expect(titled(page, say('opening.openedTitle'))).toBeVisible();
    await expect(fact(sheetOf(page), say('opening.openedAt'))).toHaveText(/USDT/);
    await expect(fact(sheetOf(page), say('opening.feePaid'))).toHaveText(/USDT/);
    await expect(fact(sheetOf(page), say('orders.tapeEntry'))).toHaveText(/BTC\/USDT #\d+/);
    await sheetOf(page)
      .getByRole('button', { name: say('ui.done') })
      .tap();
    await expect(sheetOf(page)).toHaveCount(0);
  });
  await test.step('shows that an opening ends unfilled if the next price is worse than the accepted one', async () => {
    await order();
    market.jump(BTC, FAR_TICKS);
    market.resume(BTC);
    await expect(titled(page, say('spot.unfilledTitle'))).toBeVisible();
    await expect(fact(sheetOf(page), say('positions.why'))).toHaveText(say('orders.reason.price_moved'));
    await expect(fact(sheetOf(page), say('opening.openedAt'))).toHaveCount(0);
  });
});
