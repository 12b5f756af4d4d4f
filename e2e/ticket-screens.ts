/**
 * The screens of option tickets and of the proofs of prices, with every sheet on them. They come last, because by then tickets of
 * thirty seconds have settled.
 */
import type { Page } from '@playwright/test';
import type { Customer } from './customer.ts';
import { settled } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { button, choose, sheet } from './screen-shot.ts';
import { containing, say, saying } from './saying.ts';

const path = '/pages/order/option';
const tape = '/pages/me/priceTape';
/** Long enough for a ticket of thirty seconds, its settlement, and the later signature of the tape. */
const patienceMs = 60_000;

const ended = (page: Page) =>
  page
    .getByRole('main')
    .filter({ visible: true })
    .getByRole('button')
    .filter({
      hasText: new RegExp(
        `${containing('tickets.stakeOf').source}.*(${say('tickets.status.won')}|${say('tickets.status.lost')})`,
      ),
    });

async function goTo(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).tap();
  await settled(page);
}

async function openReceipt(page: Page): Promise<void> {
  await goTo(page, say('tickets.tab.ended'));
  await ended(page).first().waitFor({ timeout: patienceMs });
  await ended(page).first().tap();
  await sheet(page);
  await page.getByText(say('tickets.ticks')).waitFor();
}

async function verify(page: Page): Promise<void> {
  await openReceipt(page);
  await button(page, say('proof.verify')).tap();
  await page.getByText(say('proof.verifiedText')).waitFor({ timeout: patienceMs });
  await sheet(page);
}

/** As if this device had stored the key of a different platform. */
const otherKey = JSON.stringify({
  publicKey: 'ab'.repeat(32),
  keySince: 1_700_000_000,
  checkpoints: [],
  contradictions: [],
});

async function openWarning(page: Page): Promise<void> {
  await page.evaluate((kept) => localStorage.setItem('candor.kept', kept), otherKey);
  await page.reload();
  await settled(page);
  await page.getByText(say('proof.warning')).tap({ timeout: 30_000 });
  await sheet(page);
  // Later visits begin without this key.
  await page.evaluate(() => localStorage.removeItem('candor.kept'));
}

const ticketScreens: readonly ScreenShot[] = [
  {
    name: 'open options',
    path,
    as: 'staker',
    ready: (page) =>
      page
        .getByText(new RegExp(`^(${say('tickets.ahead')}|${say('tickets.behind')}|${say('tickets.level')})$`))
        .waitFor(),
  },
  { name: 'options that ended', path, as: 'staker', act: (page) => goTo(page, say('tickets.tab.ended')) },
  {
    name: 'no option of this kind',
    path,
    as: 'staker',
    act: async (page) => {
      await goTo(page, say('tickets.tab.ended'));
      await choose(page, say('filters.allStatuses'), say('tickets.status.void'));
      await page.getByText(say('filters.nothing')).waitFor();
    },
  },
  {
    name: 'markets of options',
    path,
    as: 'staker',
    act: async (page) => {
      await goTo(page, say('tickets.tab.ended'));
      await button(page, say('filters.allMarkets')).tap();
      await sheet(page);
    },
  },
  { name: 'receipt of an option', path, as: 'staker', act: openReceipt },
  {
    name: 'picture of an option',
    path,
    as: 'staker',
    act: async (page) => {
      await openReceipt(page);
      await button(page, say('ui.sharePicture')).tap();
      await page.getByRole('radio', { name: say('positions.amountsShown') }).tap();
      await page.getByRole('img', { name: /^BTC/ }).waitFor();
    },
  },
  { name: 'an option verified', path, as: 'staker', act: verify },
  {
    name: 'own result of options',
    path,
    as: 'staker',
    act: (page) => goTo(page, say('tickets.tab.results')),
  },
  { name: 'forex options', path: '/pages/whdetail/secOrder', as: 'staker' },
];

const proofScreens: readonly ScreenShot[] = [
  {
    name: 'a fill verified',
    path: '/pages/order/trade',
    as: 'customer',
    act: async (page) => {
      await goTo(page, say('orders.tab.completed'));
      await page
        .getByRole('main')
        .filter({ visible: true })
        .getByRole('button')
        .filter({ hasText: say('orders.kind.market.buy') })
        .tap();
      await sheet(page);
      await button(page, say('proof.verify')).tap();
      await page.getByText(say('proof.verifiedText')).waitFor({ timeout: patienceMs });
      await sheet(page);
    },
  },
  {
    name: 'how prices are proven',
    path: tape,
    as: 'visitor',
    ready: (page) => page.getByText(saying('proof.page.keyKept')).nth(1).waitFor(),
  },
  {
    name: 'how prices are proven, in full',
    path: tape,
    as: 'customer',
    act: (page) => button(page, saying('proof.page.all')).tap(),
  },
  { name: 'a price record that changed', path: tape, as: 'customer', act: openWarning },
];

export const provenScreens: readonly ScreenShot[] = [...ticketScreens, ...proofScreens];

/** Gives a customer tickets that win or lose within half a minute, and one that continues to run. */
export async function furnishTickets(customer: Customer): Promise<void> {
  const move = { currency: 'USDT', from: 'spot', to: 'option', amount: '500' } as const;
  await customer.call('POST wallet/transfer', move);
  const ticket = { symbol: 'BTC/USDT', stake: '25', currency: 'USDT' } as const;
  await customer.call('POST microtrade/submit', { ...ticket, side: 'up', seconds: 30 });
  await customer.call('POST microtrade/submit', { ...ticket, side: 'down', seconds: 30 });
  await customer.call('POST microtrade/submit', { ...ticket, side: 'up', seconds: 300, symbol: 'ETH/USDT' });
}
