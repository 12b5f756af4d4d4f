/**
 * Every screen and sheet, looked at by axe in light and in dark, and on a small phone in a short language, in long ones
 * and in one longer than any: nobody is kept out and no text is cut.
 */
import { fileURLToPath } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { compiledPart } from '../web/build/compiled-messages.ts';
import { unreadable } from './clipping.ts';
import { exampleCustomer, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import { atRest, open, remember } from './phone.ts';
import type { ScreenShot } from './screen-shot.ts';
import { furnish, screenShots, visit } from './screens.ts';
import { furnishTrader } from './trader-screens.ts';

// A trace of so many screens would cost more than the looking.
test.use({ trace: 'off' });

const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 640 };
/** Stands in for the language that nobody speaks, which no build for customers contains. */
const pseudoAs = 'pt';

async function findings(page: Page, where: string, rules?: string[]): Promise<string[]> {
  // Legacy mode spares a second page for putting frames together; there are no frames here.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules === undefined ? axe : axe.withRules(rules)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${where}: ${id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ''}`),
  );
}

async function barriers(page: Page, name: string): Promise<string[]> {
  const inLight = await findings(page, `${name} in light`);
  await page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));
  // What fades from one colour to the other would be caught half way.
  await atRest(page);
  // Dark differs from light in colours alone, so only they are looked at again.
  return [...inLight, ...(await findings(page, `${name} in dark`, ['color-contrast']))];
}

/** Changes the language as another tab of the app would, so that what is open stays open. */
async function speak(page: Page, language: string, locale: string): Promise<void> {
  await page.evaluate((chosen) => {
    const key = 'candor.session';
    const session = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
    localStorage.setItem(key, JSON.stringify({ ...session, language: chosen }));
    window.dispatchEvent(new StorageEvent('storage', { key }));
  }, language);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale);
}

async function cutTexts(page: Page, name: string): Promise<string[]> {
  await page.setViewportSize(smallPhone);
  const found: string[] = [];
  for (const [language, locale] of [
    ['en', 'en'],
    ['vn', 'vi'],
    ['zh', 'zh-CN'],
    [pseudoAs, 'pt'],
  ] as const) {
    await speak(page, language, locale);
    if (language === pseudoAs) await expect(page.locator('body')).toContainText('··]');
    found.push(...(await unreadable(page)).map((sentence) => `${name} in ${language}: ${sentence}`));
  }
  await speak(page, 'en', 'en');
  await page.setViewportSize(phone);
  return found;
}

/** Hands the browser the pseudo language when it asks for that other one. */
async function offerPseudo(page: Page): Promise<void> {
  const file = fileURLToPath(new URL('../web/src/i18n/messages/en.json', import.meta.url));
  // The server's own messages lie in a third file of the same name.
  const parts = [
    { holds: 'pullToRefresh', json: compiledPart(file, 'first', true) },
    { holds: 'profitLock', json: compiledPart(file, 'later', true) },
  ];
  await page.route(new RegExp(`/assets/${pseudoAs}-[^/]*\\.js$`), async (route) => {
    const real = await route.fetch();
    const text = await real.text();
    const part = parts.find(({ holds }) => text.includes(holds));
    await route.fulfill(
      part === undefined ? { response: real } : { response: real, body: `export default ${part.json};` },
    );
  });
}

/** Who looks, with something to be seen everywhere. */
async function furnished(as: ScreenShot['as'], request: APIRequestContext): Promise<Customer | undefined> {
  if (as === 'visitor') return undefined;
  const customer = as === 'trader' ? await exampleCustomer(request) : await newCustomer(request);
  await (as === 'trader' ? furnishTrader : furnish)(customer, request);
  return customer;
}

for (const as of ['visitor', 'customer', 'trader'] as const) {
  test(`every screen of a ${as} is open to all and cut nowhere`, async ({ page, request }) => {
    test.setTimeout(360_000);
    const customer = await furnished(as, request);
    await offerPseudo(page);
    await remember(page, { theme: 'light', ...(customer && { token: customer.token }) });
    await open(page, '/');
    const found: string[] = [];
    for (const shot of screenShots.filter((one) => one.as === as)) {
      await test.step(shot.name, async () => {
        await visit(page, shot);
        found.push(...(await barriers(page, shot.name)), ...(await cutTexts(page, shot.name)));
      });
    }
    expect(found).toEqual([]);
  });
}
