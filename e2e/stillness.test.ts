/** Prices change without moving anything around them. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { exampleCustomer, newCustomer } from './customer.ts';
import { test } from './demo.ts';
import { furnishOptions } from './option-screens.ts';
import { atRest, open, remember } from './phone.ts';
import { furnish } from './screens.ts';
import { furnishTrader } from './trader-screens.ts';
import { say, saying } from './saying.ts';

const watchedMs = 10_000;

/** The sum of all layout shifts from now on, and the number of figures that changed. */
async function watch(page: Page): Promise<{ shift: number; ticks: number; moved: string[] }> {
  return page.evaluate(async (forMs) => {
    let shift = 0;
    let ticks = 0;
    const moved: string[] = [];
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources?: { node?: Node | null }[];
      })[]) {
        shift += entry.value;
        for (const source of entry.sources ?? []) moved.push(source.node?.textContent?.slice(0, 60) ?? '');
      }
    });
    shifts.observe({ type: 'layout-shift' });
    const texts = new MutationObserver((changes) => (ticks += changes.length));
    texts.observe(document.body, { characterData: true, childList: true, subtree: true });
    await new Promise((resolve) => setTimeout(resolve, forMs));
    shifts.disconnect();
    texts.disconnect();
    return { shift, ticks, moved };
  }, watchedMs);
}

test('shifts no layout while prices change', async ({ context, request }) => {
  const customer = await newCustomer(request);
  await furnish(customer, request);
  // The pages run in parallel, each in front in a separate window, so that all are measured during the same ten seconds.
  const screens = ['/', '/pages/market/index', '/pages/index/index?symbol=BTC/USDT'];
  const results = await Promise.all(
    screens.map(async (path) => {
      const page = await context.newPage();
      await remember(page, { token: customer.token });
      await open(page, path);
      return { path, ...(await watch(page)) };
    }),
  );
  for (const { path, shift, ticks, moved } of results) {
    expect(ticks, `figures that changed on ${path}`).toBeGreaterThan(5);
    expect(shift, `moved on ${path}: ${moved.join(' | ')}`).toBeLessThan(0.01);
  }
});

test('shifts no layout while the figures of a filled-in leveraged ticket and of a position change', async ({
  page,
  request,
  demo,
}) => {
  const trader = await exampleCustomer(request);
  await furnishTrader(trader, { demo, request });
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/index/index?product=contract&symbol=BTC/USDT');
  await page.getByRole('textbox', { name: say('spot.quantity') }).fill('0.05');
  await page.keyboard.press('Enter');
  await page.getByText(saying('positions.openOn')).scrollIntoViewIfNeeded();
  // By now the keypad has closed, and the layout has moved back into place.
  await atRest(page);
  await page.waitForTimeout(600);
  const { shift, ticks, moved } = await watch(page);
  expect(ticks, 'figures that changed').toBeGreaterThan(5);
  expect(shift, `moved: ${moved.join(' | ')}`).toBeLessThan(0.01);
});

test('shifts no layout while options run, and when one settles', async ({ page, request }) => {
  const trader = await exampleCustomer(request, 1);
  await furnishOptions(trader);
  await remember(page, { token: trader.token, language: 'en' });
  await open(page, '/pages/index/index?product=option&symbol=BTC/USDT');
  await page.getByRole('timer').first().waitFor();
  // The option with the shorter duration comes first, and settles during the measurement.
  await expect(page.getByRole('timer').first()).toHaveText(/^0:0[0-7]$/, { timeout: 40_000 });
  const { shift, ticks, moved } = await watch(page);
  expect(ticks, 'figures that changed').toBeGreaterThan(5);
  await expect(page.getByRole('button', { name: say('option.dismiss') })).toBeVisible();
  expect(shift, `moved: ${moved.join(' | ')}`).toBeLessThan(0.01);
});
