/** The chart's tools in a real browser: drawings that stay, the comparison with another instrument, and the picture. */
import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { test } from './demo.ts';
import { open } from './phone.ts';
import { say } from './saying.ts';

const CHART = '/pages/kline/index?symbol=BTC/USDT';

/** The stored tools of an instrument's drawings. */
const drawn = (page: Page, symbol: string): Promise<readonly string[]> =>
  page.evaluate((of) => {
    const stored = JSON.parse(localStorage.getItem('candor.drawings') ?? '{"symbols":{}}') as {
      symbols: Record<string, { tool: string }[] | undefined>;
    };
    return (stored.symbols[of] ?? []).map(({ tool }) => tool);
  }, symbol);

async function choose(page: Page, tool: string): Promise<void> {
  await page.getByRole('button', { name: say('chart.draw') }).tap();
  await page.getByRole('dialog').getByRole('button', { name: tool }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('keeps a line drawn with two quick taps after a reload, separately from other instruments, until it is cleared', async ({
  page,
}) => {
  await open(page, CHART);
  await choose(page, say('chart.tool.segment'));
  const layer = page.locator('[data-drawing-layer]');
  const box = await layer.boundingBox();
  if (box === null) throw new Error('expected the layer of the drawing to have a place, found none');
  // Both taps are within the half second in which the chart library takes two taps for one.
  await page.touchscreen.tap(box.x + 60, box.y + 120);
  await page.touchscreen.tap(box.x + 200, box.y + 60);
  await expect(layer).toHaveCount(0);
  expect(await drawn(page, 'BTC/USDT')).toEqual(['segment']);

  await open(page, '/pages/kline/index?symbol=ETH/USDT');
  await choose(page, say('chart.tool.horizontalStraightLine'));
  await page.touchscreen.tap(box.x + 100, box.y + 100);
  await expect(layer).toHaveCount(0);
  await page.reload();
  await open(page, CHART);
  expect(await drawn(page, 'BTC/USDT')).toEqual(['segment']);
  expect(await drawn(page, 'ETH/USDT')).toEqual(['horizontalStraightLine']);

  // The line is on the chart again: clearing removes what the chart shows, and keeps the other drawings.
  await page.getByRole('button', { name: say('chart.draw') }).tap();
  await page.getByRole('button', { name: say('chart.clearDrawings') }).tap();
  await expect.poll(() => drawn(page, 'BTC/USDT')).toEqual([]);
  expect(await drawn(page, 'ETH/USDT')).toEqual(['horizontalStraightLine']);
});

test('removes only the last drawing', async ({ page }) => {
  await open(page, CHART);
  const layer = page.locator('[data-drawing-layer]');
  for (const [tool, x, y] of [
    [say('chart.tool.verticalStraightLine'), 150, 100],
    [say('chart.tool.horizontalStraightLine'), 60, 200],
  ] as const) {
    await choose(page, tool);
    const box = await layer.boundingBox();
    if (box === null) throw new Error('expected the layer of the drawing to have a place, found none');
    await page.touchscreen.tap(box.x + x, box.y + y);
    await expect(layer).toHaveCount(0);
  }
  await page.getByRole('button', { name: say('chart.draw') }).tap();
  await page.getByRole('button', { name: say('chart.removeLast') }).tap();
  await expect.poll(() => drawn(page, 'BTC/USDT')).toEqual(['verticalStraightLine']);
});

test('saves a picture of the chart with the instrument it is compared with', async ({ page }) => {
  await open(page, CHART);
  await page.getByRole('button', { name: say('chart.compare'), exact: true }).tap();
  await page.getByRole('option', { name: 'ETH/USDT' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: say('chart.savePicture') }).tap(),
  ]);
  expect(picture.suggestedFilename()).toMatch(/^candor-BTC-USDT-.*\.png$/);
  const bytes: Buffer[] = [];
  for await (const part of await picture.createReadStream()) bytes.push(part as Buffer);
  const file = Buffer.concat(bytes);
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  // Wider and higher than a few pixels: the chart and the head above it.
  expect(file.readUInt32BE(16)).toBeGreaterThan(300);
  expect(file.readUInt32BE(20)).toBeGreaterThan(300);
});
