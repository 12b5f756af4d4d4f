/**
 * Tests the screens of forex and metals like all others, but while their market is open: at the weekend the clock is set forward.
 */
import { expect } from '@playwright/test';
import type { APIRequestContext } from '@playwright/test';
import { isAskedFor } from './asked-screens.ts';
import { quoteOf } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { goThrough } from './going-through.ts';
import { operate } from './identity-screens.ts';
import { screenShots } from './screens.ts';

test.use({ trace: 'off', leavesBehind: 'a clock set forward by days' });
test.describe.configure({ timeout: 300_000 });

/** Friday evening is three days before the next opening, and gold pauses for an hour each day. */
async function openMarket(demo: Demo, request: APIRequestContext): Promise<void> {
  const isOpen = async (symbol: string) => (await quoteOf(request, symbol)).open;
  for (let days = 0; days < 3 && !(await isOpen('EUR/USD')); days += 1) {
    await operate(demo, 'ada', ['clock', 'forward', 'day', '--note', 'for the pictures']);
    // Waits for prices of the new hour.
    await expect.poll(async () => (await quoteOf(request, 'BTC/USDT')).open, { timeout: 60_000 }).toBe(true);
  }
  if (!(await isOpen('XAU/USD'))) {
    await operate(demo, 'ada', ['clock', 'forward', 'hour', '--note', 'for the pictures']);
  }
  for (const symbol of ['EUR/USD', 'XAU/USD']) {
    await expect.poll(() => isOpen(symbol), { timeout: 60_000 }).toBe(true);
  }
}

for (const as of ['visitor', 'customer'] as const) {
  const shots = screenShots.filter((one) => one.as === as && one.market === 'open' && isAskedFor(one));
  if (shots.length === 0) continue;
  test(`screens of forex and metals of a ${as} are accessible, uncut and unchanged`, async ({
    page,
    browser,
    request,
    demo,
  }, info) => {
    await openMarket(demo, request);
    expect(await goThrough(shots, { page, browser, request, demo, info })).toEqual([]);
  });
}
