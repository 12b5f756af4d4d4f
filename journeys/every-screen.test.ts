/**
 * Every screen and sheet, looked at by axe in light and in dark, and on a small phone in a short language, in a long one
 * and in one longer than any: nobody is kept out and no text is cut.
 */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { barriers } from './barriers.ts';
import { unreadable } from './clipping.ts';
import { exampleCustomer, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import { test as demoTest } from './demo.ts';
import { furnishLoans } from './loan-screens.ts';
import { furnishAddresses, furnishDeposits } from './payment-screens.ts';
import { open, remember } from './phone.ts';
import { offerPseudo, pseudoAs } from './pseudo-language.ts';
import type { ScreenShot } from './screen-shot.ts';
import { furnish, screenShots, visit } from './screens.ts';
import { guardedCustomer } from './security-screens.ts';
import { furnishTrader } from './trader-screens.ts';

const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 640 };

const darken = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));

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
  // English is what the pseudo language makes longer, and no other is as long; those are looked at in the long run.
  const spoken = [
    ...(process.env['CANDOR_LONG'] === '1'
      ? ([
          ['vn', 'vi'],
          ['zh', 'zh-CN'],
        ] as const)
      : []),
    [pseudoAs, 'pt'],
  ] as const;
  for (const [language, locale] of spoken) {
    await speak(page, language, locale);
    if (language === pseudoAs) await expect(page.locator('body')).toContainText('··]');
    found.push(...(await unreadable(page)).map((sentence) => `${name} in ${language}: ${sentence}`));
  }
  await speak(page, 'en', 'en');
  await page.setViewportSize(phone);
  return found;
}

/** How many are gone through in one go; the workers share the goes. */
const AT_A_TIME = 13;

type Viewers = Readonly<Record<ScreenShot['as'], Customer | undefined>>;

/** Who looks, with something to be seen everywhere: furnished before the first look, so that what takes half a minute is soon over. */
const test = demoTest.extend<object, { viewers: Viewers }>({
  viewers: [
    async ({ playwright, demo }, use) => {
      const request = await playwright.request.newContext({ baseURL: demo.origin });
      const [customer, trader] = [await newCustomer(request), await exampleCustomer(request)];
      const guarded = await guardedCustomer(request);
      await Promise.all([furnish(customer, request), furnishTrader(trader, request)]);
      await Promise.all([furnishDeposits(customer, request), furnishAddresses(trader)]);
      const borrower = await furnishLoans(request, { demo, trader });
      await use({ visitor: undefined, customer, trader, guarded, borrower });
      await request.dispose();
    },
    { scope: 'worker' },
  ],
});

// A trace of so many screens would cost more than the looking.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

for (const as of ['visitor', 'customer', 'trader', 'guarded', 'borrower'] as const) {
  const shots = screenShots.filter((one) => one.as === as);
  for (let at = 0; at < shots.length; at += AT_A_TIME) {
    const some = shots.slice(at, at + AT_A_TIME);
    const which = `screens of a ${as} from “${some[0]?.name}” to “${some.at(-1)?.name}”`;
    test(`${which} are open to all and cut nowhere`, async ({ page, viewers }) => {
      const customer = viewers[as];
      await offerPseudo(page);
      await remember(page, { theme: 'light', ...(customer && { token: customer.token }) });
      await open(page, '/');
      const found: string[] = [];
      for (const shot of some) {
        await test.step(shot.name, async () => {
          await visit(page, shot);
          found.push(...(await barriers(page, shot.name, () => darken(page))));
          found.push(...(await cutTexts(page, shot.name)));
        });
      }
      expect(found).toEqual([]);
    });
  }
}
