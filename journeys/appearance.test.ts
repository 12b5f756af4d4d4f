/** How the app looks to whoever needs it larger, sits at a wide window, or is here for the first time. */
import { expect } from '@playwright/test';
import { unreadable } from './clipping.ts';
import { newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { atRest, open, remember, settled, tab } from './phone.ts';

const screens = [
  '/',
  '/pages/index/index',
  '/pages/strategy/index2',
  '/pages/me/newIndex',
  '/pages/me/settings',
];

test('a newcomer is offered a tour once, goes through it, and is not asked again', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Start', exact: true }).tap();
  const sheet = page.getByRole('dialog', { name: 'A short tour' });
  for (const title of ['This is play money', 'Costs before you confirm', 'Every price can be checked']) {
    await expect(sheet.getByRole('heading', { level: 3 })).toHaveText(title);
    await sheet.getByRole('button', { name: 'Next' }).tap();
  }
  await expect(sheet.getByRole('heading', { level: 3 })).toHaveText('You set your own limits');
  await sheet.getByRole('button', { name: 'Done' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('New here?')).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.getByText('New here?')).toHaveCount(0);
});

test('who skips the tour is not asked again either', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Skip', exact: true }).tap();
  await expect(page.getByText('New here?')).toHaveCount(0);
  await page.reload();
  await settled(page);
  await expect(page.getByText('New here?')).toHaveCount(0);
});

test('large text is read whole on a small phone, and stays after a reload', async ({ page, request }) => {
  const { token } = await newCustomer(request);
  await page.setViewportSize({ width: 360, height: 640 });
  await remember(page, { token });
  await open(page, '/pages/me/settings');
  const sizeOf = () =>
    page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const before = await sizeOf();
  await page.getByRole('radio', { name: 'Large text' }).tap();
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

test('in a wide window the tabs stand beside every screen, and a sheet in its middle', async ({
  page,
  request,
}) => {
  const { token } = await newCustomer(request);
  await page.setViewportSize({ width: 1280, height: 800 });
  await remember(page, { token });
  for (const path of [...screens, '/pages/order/trade']) {
    await open(page, path);
    const tabs = await tab(page, 'Home').boundingBox();
    const main = await page.getByRole('main').filter({ visible: true }).boundingBox();
    expect(tabs?.x ?? 0, path).toBeGreaterThanOrEqual(0);
    expect((tabs?.x ?? 0) + (tabs?.width ?? 0), path).toBeLessThanOrEqual(main?.x ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(1280);
  }
  await open(page, '/');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await atRest(page);
  const sheet = await page.getByRole('dialog').boundingBox();
  expect((sheet?.y ?? 0) + (sheet?.height ?? 0)).toBeLessThan(800);
  expect(sheet?.y ?? 0).toBeGreaterThan(0);
});
