/** The app in large text, in a wide window, and at the first visit. */
import { expect } from '@playwright/test';
import { unreadable } from './clipping.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { atRest, open, remember, settled, tab } from './phone.ts';
import { say, saying } from './saying.ts';

const screens = [
  '/',
  '/pages/index/index',
  '/pages/strategy/index2',
  '/pages/me/newIndex',
  '/pages/me/settings',
];

test('offers a newcomer the tour once, and not again after its last step', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: say('home.tourStart'), exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: say('tour.title') });
  for (const title of [say('tour.money.title'), say('tour.trade.title'), say('tour.proof.title')]) {
    await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(title);
    await sheet.getByRole('button', { name: say('tour.next') }).tap();
  }
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(say('tour.limits.title'));
  await sheet.getByRole('button', { name: say('tour.done') }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(say('home.tourTitle'))).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.getByText(say('home.tourTitle'))).toHaveCount(0);
});

test('does not offer the tour again to a newcomer who skipped it', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: say('home.tourSkip'), exact: true }).tap();
  await expect(page.getByText(say('home.tourTitle'))).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.getByText(say('home.tourTitle'))).toHaveCount(0);
});

test('cuts off no large text on a small phone, and keeps the text size after a reload', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await page.setViewportSize({ width: 360, height: 640 });
  await remember(page, { token });
  await open(page, '/pages/me/settings');
  const sizeOf = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await sizeOf();
  await page.getByRole('radio', { name: say('account.textSizes.large') }).tap();
  expect(await sizeOf()).toBeCloseTo(before * 1.2, 5);
  await page.reload();
  await settled(page);
  expect(await sizeOf()).toBeCloseTo(before * 1.2, 5);
  const found: string[] = [];
  for (const path of screens) {
    await open(page, path);
    found.push(...(await unreadable(page)).map((sentence) => `${path}: ${sentence}`));
  }
  expect(found).toEqual([]);
});

test('shows the tabs next to every screen in a wide window, and a sheet in the middle of the window', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await page.setViewportSize({ width: 1280, height: 800 });
  await remember(page, { token });
  for (const path of [...screens, '/pages/order/trade']) {
    await open(page, path);
    const tabs = await tab(page, say('titles.home')).boundingBox();
    const main = await page.getByRole('main').filter({ visible: true }).boundingBox();
    expect(tabs?.x ?? 0, path).toBeGreaterThanOrEqual(0);
    expect((tabs?.x ?? 0) + (tabs?.width ?? 0), path).toBeLessThanOrEqual(main?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280);
  }
  // In the narrowest window with side tabs, the tabs must not overlap the screen.
  await page.setViewportSize({ width: 900, height: 800 });
  await open(page, '/');
  const own = await tab(page, say('titles.fund')).boundingBox();
  const screen = await page.getByRole('main').filter({ visible: true }).boundingBox();
  expect((own?.x ?? 0) + (own?.width ?? 0)).toBeLessThanOrEqual(screen?.x ?? 0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('button', { name: say('home.tourStart'), exact: true }).click();
  await atRest(page);
  const sheet = await page.getByRole('dialog').boundingBox();
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan(800);
  expect(sheet?.y ?? 0).toBeGreaterThan(0);
});

test('shows the chart next to the ticket in a wide window, and does not load it in a narrow one', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await remember(page, { token });
  const files: string[] = [];
  page.on('request', (asked) => files.push(asked.url()));
  const chartFile = () => files.filter((url) => url.includes('/price-chart-'));
  const chart = page.getByRole('group', { name: saying('chart.of') }).filter({ visible: true });
  await open(page, '/pages/index/index?product=spot&symbol=BTC/USDT');
  await expect(chart).toHaveCount(0);
  expect(chartFile()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const trades = [
    ['/pages/index/index?product=spot&symbol=BTC/USDT', say('spot.amount')],
    ['/pages/index/index?product=contract&symbol=BTC/USDT', say('spot.quantity')],
    ['/pages/kline/index?symbol=BTC/USDT', say('spot.amount')],
    ['/pages/whdetail/index?symbol=EUR/USD', say('spot.quantity')],
  ] as const;
  for (const [path, field] of trades) {
    await open(page, path);
    // The file of the ticket or that of the chart may arrive first; each replaces its placeholder.
    await expect.poll(async () => (await chart.boundingBox())?.width ?? 0, path).toBeGreaterThan(480);
    const left = await chart.boundingBox();
    const right = await page.getByRole('textbox', { name: field }).filter({ visible: true }).boundingBox();
    expect((left?.x ?? 0) + (left?.width ?? 0), path).toBeLessThan(right?.x ?? 0);
    expect((right?.x ?? 0) + (right?.width ?? 0), path).toBeLessThan(1280);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280);
  }
  expect(chartFile()).toHaveLength(1);
});
