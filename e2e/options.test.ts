/**
 * Options and their markets: a stake is returned if there was no price, forex and crypto settle together, and the history is
 * filtered.
 */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { Customer } from './customer.ts';
import { exampleCustomer } from './customer.ts';
import { button, fact, open, remember, settled } from './phone.ts';
import { test } from './pushed-market.ts';
import { containing, say, saying } from './saying.ts';

const forexOptions = '/pages/whdetail/secOrder';

const mainOf = (page: Page): Locator => page.getByRole('main').filter({ visible: true });
const sheetOf = (page: Page, name: string | RegExp): Locator => page.getByRole('dialog', { name });

/** BTC and EUR rise, so of the tickets that expire together, some win and some lose. */
async function buySome(trader: Customer): Promise<void> {
  const money = { currency: 'USDT', from: 'spot', to: 'option', amount: '500' } as const;
  await trader.call('POST wallet/transfer', money);
  const terms = { seconds: 30, stake: '10', currency: 'USDT' } as const;
  await trader.call('POST microtrade/submit', { ...terms, symbol: 'BTC/USDT', side: 'up' });
  await trader.call('POST microtrade/submit', { ...terms, symbol: 'BTC/USDT', side: 'down' });
  await trader.call('POST microtrade/whsubmit', { ...terms, symbol: 'EUR/USD', side: 'down' });
}

/** Chooses the instrument from the list and buys by touch. */
async function buyOn(page: Page, symbol: string, confirm: () => Promise<void>): Promise<void> {
  await button(page, saying('spot.switchInstrument')).tap();
  await page.getByRole('option', { name: symbol }).tap();
  await expect(button(page, say('spot.switchInstrument', { symbol }))).toBeVisible();
  await button(page, '25').tap();
  await button(page, say('option.side.up')).tap();
  await confirm();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('settles options on forex and crypto, and returns the stake of an option without a price', async ({
  page,
  request,
  market,
}) => {
  const trader = await exampleCustomer(request, 1);
  const forexRows = mainOf(page).getByRole('button', { name: /EUR\/USD/ });
  await buySome(trader);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/index/index?product=option&symbol=BTC/USDT');

  await test.step('buys a forex option in the same way as other options', async () => {
    await buyOn(page, 'EUR/USD', () => button(page, say('option.confirm.up')).tap());
    const card = page.getByRole('article').filter({ hasText: 'EUR/USD' }).first();
    await expect(card).toHaveText(
      new RegExp(String.raw`${say('option.strikeAt', { price: '1.10' })}\d{3}.*${say('option.would.win')}`),
    );
  });

  await test.step('shows a running option on the page of forex options', async () => {
    await open(page, forexOptions);
    await expect(forexRows).toHaveCount(2);
    await expect(forexRows.filter({ hasText: `▲ ${say('tickets.side.up')}` })).toContainText(
      say('tickets.ahead'),
    );
    await expect(forexRows.filter({ hasText: `▼ ${say('tickets.side.down')}` })).toContainText(
      say('tickets.behind'),
    );
    await page.goBack();
  });

  await test.step('returns the stake when there are no more prices of ETH', async () => {
    await buyOn(page, 'ETH/USDT', async () => {
      market.silence('ETH/USDT');
      await button(page, say('option.confirm.up')).tap();
    });
    const card = page.getByRole('article').filter({ hasText: 'ETH/USDT' });
    await expect(card).toContainText(say('option.strikeNext'));
    await expect(card).toHaveText(
      new RegExp(`${say('option.result.void')}.*${say('option.reason.gap_strike')}`),
    );
    market.resume('ETH/USDT');
    await card.getByRole('button').first().tap();
    const receipt = sheetOf(page, `ETH/USDT · ${say('option.receipt')}`);
    await expect(receipt.getByText(say('tickets.reason.gap_strike'))).toBeVisible();
    await expect(fact(receipt, say('tickets.paidOut'))).toHaveText('25.00 USDT');
    await expect(receipt.getByText(say('tickets.noPrice'), { exact: true })).toBeVisible();
    await receipt.getByRole('button', { name: say('ui.close') }).tap();
    await expect(receipt).toHaveCount(0);
  });

  await test.step('publishes that the stake was returned', async () => {
    await open(page, '/pages/me/priceTape');
    const published = mainOf(page)
      .getByRole('listitem')
      .filter({ hasText: 'ETH/USDT' })
      .filter({ hasText: say('proof.page.tickets', { count: 1 }) });
    await expect(published).toHaveText(
      new RegExp(
        `${say('proof.page.tickets', { count: 1 })}.*${say('proof.page.instant.strike')}.*${containing('proof.page.gapSaid').source}`,
      ),
    );
    await expect(fact(published, say('proof.page.saved'))).toHaveText(/^\d+\.\d\d USDT$/);
  });

  await test.step('settles forex options on their page without a reload', async () => {
    await open(page, forexOptions);
    await expect(page.getByText(say('tickets.empty.open'))).toBeVisible({ timeout: 40_000 });
    await page.getByRole('tab', { name: say('tickets.tab.ended') }).tap();
    await expect(forexRows.filter({ hasText: say('tickets.status.won') })).toContainText('+20.00 USDT');
    await expect(forexRows.filter({ hasText: say('tickets.status.lost') })).toContainText('-10.00 USDT');
  });

  await test.step('filters the history by outcome and symbol', async () => {
    await open(page, '/pages/order/option?tab=ended');
    const rows = mainOf(page).getByRole('button', {
      name: new RegExp(`(BTC|ETH)/USDT.*${containing('tickets.stakeOf').source}`),
    });
    await expect(rows).toHaveCount(3);
    let shown = say('filters.allStatuses');
    for (const [state, amount] of [
      [say('tickets.status.won'), '+8.00 USDT'],
      [say('tickets.status.lost'), '-10.00 USDT'],
      [say('tickets.status.void'), '0.00 USDT'],
    ] as const) {
      await button(page, shown).tap();
      await page.getByRole('option', { name: state }).tap();
      shown = state;
      await expect(rows).toHaveCount(1);
      await expect(rows).toContainText(amount);
    }
    await button(page, say('filters.allMarkets')).tap();
    await page.getByRole('option', { name: 'BTC/USDT' }).tap();
    await expect(page.getByText(say('filters.nothing'))).toBeVisible();
    await button(page, say('filters.clear')).first().tap();
    await expect(rows).toHaveCount(3);
  });

  await test.step('shows the results of all tickets in total', async () => {
    await page.getByRole('tab', { name: say('tickets.tab.results') }).tap();
    await settled(page);
    await expect(
      mainOf(page).getByText(say('tickets.results.counts', { won: 2, lost: 2, tied: 0, void: 1 })),
    ).toBeVisible();
  });
});
