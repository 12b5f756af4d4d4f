/**
 * Every screen and sheet, looked at by axe, and on a small phone in a language longer than any: nobody is kept out and no text
 * is cut. In dark every screen as it opens, and in the long run each of its sheets and states too, as well as in a short
 * language and in a long one.
 */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { barriers } from './barriers.ts';
import { unreadable } from './clipping.ts';
import { exampleCustomer, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import type { Demo } from './demo.ts';
import { test } from './demo.ts';
import { verify } from './identity-screens.ts';
import { furnishLoans } from './loan-screens.ts';
import { furnishAddresses, furnishDeposits } from './payment-screens.ts';
import { open, remember } from './phone.ts';
import { offerPseudo, pseudoAs } from './pseudo-language.ts';
import type { ScreenShot } from './screen-shot.ts';
import { furnish, screenShots, visit } from './screens.ts';
import { guardedCustomer } from './security-screens.ts';
import { furnishTrader } from './trader-screens.ts';

const LONG = process.env['CANDOR_LONG'] === '1';
const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 640 };

const darken = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));

const key = 'candor.session';

/** The language that the app starts in from now on. */
async function choose(page: Page, language: string): Promise<void> {
  await page.evaluate(
    ([where, chosen]) => {
      const session = JSON.parse(localStorage.getItem(where) ?? '{}') as object;
      localStorage.setItem(where, JSON.stringify({ ...session, language: chosen }));
    },
    [key, language] as const,
  );
}

/** Changes the language as another tab of the app would, so that what is open stays open. */
async function speak(page: Page, language: string, locale: string): Promise<void> {
  await choose(page, language);
  await page.evaluate((where) => {
    window.dispatchEvent(new StorageEvent('storage', { key: where }));
  }, key);
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, locale);
}

async function cutTexts(page: Page, name: string): Promise<string[]> {
  await page.setViewportSize(smallPhone);
  const found: string[] = [];
  // English is what the pseudo language makes longer, and no other is as long; those are looked at in the long run.
  const spoken = [
    ...(LONG
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
  // The next screen is opened anew, in English.
  await choose(page, 'en');
  await page.setViewportSize(phone);
  return found;
}

/** How many are gone through in one go; the workers share the goes. */
const AT_A_TIME = 13;

type Place = { readonly request: APIRequestContext; readonly demo: Demo };

/** Who looks, with something to be seen everywhere. */
const makers: Readonly<Record<ScreenShot['as'], (place: Place) => Promise<Customer | undefined>>> = {
  visitor: () => Promise.resolve(undefined),
  customer: async ({ request }) => {
    const customer = await newCustomer(request);
    await furnish(customer, request);
    await furnishDeposits(customer, request);
    return customer;
  },
  trader: async ({ request, demo }) => {
    const trader = await exampleCustomer(request);
    await furnishTrader(trader, request);
    await furnishAddresses(trader);
    await furnishLoans(request, { demo, trader });
    return trader;
  },
  guarded: ({ request }) => guardedCustomer(request),
  borrower: async ({ request, demo }) => {
    const borrower = await newCustomer(request);
    await verify(demo, borrower);
    return borrower;
  },
};

/** Their sessions: made when this worker first needs them, and kept for all its goes. */
const sessions = new Map<ScreenShot['as'], Promise<string | undefined>>();

function sessionOf(as: ScreenShot['as'], place: Place): Promise<string | undefined> {
  const session = sessions.get(as) ?? makers[as](place).then((viewer) => viewer?.token);
  sessions.set(as, session);
  return session;
}

// A trace of so many screens would cost more than the looking.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel', timeout: 400_000 });

for (const as of ['visitor', 'customer', 'trader', 'guarded', 'borrower'] as const) {
  const shots = screenShots.filter((one) => one.as === as);
  for (let at = 0; at < shots.length; at += AT_A_TIME) {
    const some = shots.slice(at, at + AT_A_TIME);
    const which = `screens of a ${as} from “${some[0]?.name}” to “${some.at(-1)?.name}”`;
    test(`${which} are open to all and cut nowhere`, async ({ page, request, demo }) => {
      const token = await sessionOf(as, { request, demo });
      await offerPseudo(page);
      await remember(page, { theme: 'light', ...(token !== undefined && { token }) });
      await open(page, '/');
      const found: string[] = [];
      for (const shot of some) {
        await test.step(shot.name, async () => {
          await visit(page, shot);
          const inDark = LONG || shot.act === undefined ? () => darken(page) : undefined;
          found.push(...(await barriers(page, shot.name, inDark)));
          found.push(...(await cutTexts(page, shot.name)));
        });
      }
      expect(found).toEqual([]);
    });
  }
}
