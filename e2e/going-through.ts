/**
 * Visits screens and sheets as a given kind of customer. Reports axe's findings, text that is cut off on a small phone in a
 * language longer than any real one, and differences from the reference images.
 */
import type { APIRequestContext, Browser, Page, Request, TestInfo } from '@playwright/test';
import { expect } from '@playwright/test';
import { furnishApiKey } from './api-key-screens.ts';
import { barriers } from './barriers.ts';
import { unreadable } from './clipping.ts';
import { exampleCustomer, newCustomer } from './customer.ts';
import type { Customer } from './customer.ts';
import type { Demo } from './demo.ts';
import { verify } from './identity-screens.ts';
import { furnishLoans } from './loan-screens.ts';
import { furnishAddresses, furnishDeposits } from './payment-screens.ts';
import { atRest, open, remember, settled } from './phone.ts';
import { checkPicture, isTaking } from './pictures.ts';
import { offerPseudo, pseudoAs } from './pseudo-language.ts';
import type { ScreenShot } from './screen-shot.ts';
import { furnish, furnishOrders } from './screens.ts';
import { guardedCustomer } from './security-screens.ts';
import { takeStill } from './still.ts';
import type { Still } from './still.ts';
import { openStudio } from './studio.ts';
import type { Studio } from './studio.ts';
import { furnishTrader } from './trader-screens.ts';
import { speak, visit } from './visiting.ts';
import { furnishWatchlists } from './watchlist-screens.ts';
import { furnishWebhook } from './webhook-screens.ts';

const LONG = process.env['CANDOR_LONG'] === '1';
const phone = { width: 390, height: 844 };
const smallPhone = { width: 360, height: 640 };
const desk = { width: 1280, height: 1024 };

const darken = (page: Page): Promise<void> =>
  page.evaluate(() => void (document.documentElement.dataset['theme'] = 'dark'));

async function cutTexts(page: Page, name: string): Promise<string[]> {
  await page.setViewportSize(smallPhone);
  const found: string[] = [];
  // The pseudo language lengthens English beyond any real language, so real ones are tested only in the long run.
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
  await page.setViewportSize(phone);
  return found;
}

type Place = { readonly request: APIRequestContext; readonly demo: Demo };

/** Creates the customers who visit the screens, with some content for each screen. */
const makers: Readonly<Record<ScreenShot['as'], (place: Place) => Promise<Customer | undefined>>> = {
  visitor: () => Promise.resolve(undefined),
  customer: async ({ request }) => {
    const customer = await newCustomer(request);
    await furnishOrders(customer, request);
    await furnishDeposits(customer, request);
    await furnishWatchlists(customer);
    return customer;
  },
  staker: async ({ request }) => {
    const staker = await newCustomer(request);
    await furnish(staker, request);
    const running = async () =>
      (await staker.call('GET microtrade/lists', {})).filter(({ status }) => status === 'open');
    await expect.poll(async () => (await running()).length, { timeout: 60_000 }).toBe(1);
    return staker;
  },
  trader: async ({ request, demo }) => {
    const trader = await exampleCustomer(request);
    await furnishTrader(trader, { demo, request });
    await furnishAddresses(trader);
    await furnishLoans(request, { demo, trader });
    return trader;
  },
  guarded: ({ request }) => guardedCustomer(request),
  borrower: async ({ request, demo }) => {
    const borrower = await newCustomer(request);
    await verify(demo, borrower);
    await furnishApiKey(borrower);
    await furnishWebhook(borrower);
    return borrower;
  },
};

/**
 * The returned function waits until the server has answered all requests of the page, even those that are late on a busy machine.
 */
function followCalls(page: Page): () => Promise<void> {
  const asked = new Set<Request>();
  const ended = (request: Request): void => void asked.delete(request);
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.add(request);
  });
  page.on('requestfinished', ended);
  page.on('requestfailed', ended);
  const shown = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  return async () => {
    await shown();
    await expect.poll(() => asked.size, { intervals: [20] }).toBe(0);
    await shown();
  };
}

type Looked = {
  readonly page: Page;
  readonly studio: Studio;
  readonly quiet: () => Promise<void>;
  readonly left: (file: string) => string;
};

/**
 * The screen in the width of a desktop, if its layout differs from a phone's because it loads a chart only there. Every other
 * screen differs only by its styles, which the studio has.
 */
async function deskStill(shot: ScreenShot, { page, quiet }: Looked): Promise<Still | undefined> {
  const columns = page.locator('main:visible [class*="wide:grid"]');
  if (shot.onDesk !== 'columns' && (await columns.count()) === 0) return undefined;
  await page.setViewportSize(desk);
  await quiet();
  await settled(page);
  await quiet();
  await atRest(page);
  const still = await takeStill(page);
  await page.setViewportSize(phone);
  return still;
}

/** A still of the current screen, which is rendered while the page goes to the next one. */
async function draw(shot: ScreenShot, looked: Looked): Promise<{ readonly otherwise: Promise<string[]> }> {
  const { page, studio, quiet, left } = looked;
  await quiet();
  await atRest(page);
  const still = await takeStill(page);
  const picture =
    shot.act === undefined ? studio.drawAll(still, await deskStill(shot, looked)) : studio.drawPhone(still);
  return { otherwise: picture.then((now) => checkPicture(shot.name, now, left)) };
}

/** The problems of one screen in its current state. */
async function lookAt(shot: ScreenShot, looked: Looked): Promise<string[]> {
  const { page } = looked;
  const { otherwise } = await draw(shot, looked);
  if (isTaking) return otherwise;
  const inDark = LONG || shot.act === undefined ? () => darken(page) : undefined;
  const [first, barred] = await Promise.all([otherwise, barriers(page, shot.name, inDark)]);
  // A transient state is not a change of the screen, so a screen that differs is compared once more; the first difference is
  // printed anyway.
  for (const sentence of first) console.log(`in the first comparison, ${sentence}`);
  const other = first.length === 0 ? [] : await (await draw(shot, looked)).otherwise;
  const cut = shot.cutsOnPurpose === true ? [] : await cutTexts(page, shot.name);
  return [...other, ...barred, ...cut];
}

export type Looking = Place & { readonly page: Page; readonly browser: Browser; readonly info: TestInfo };

/** Visits the screens one after another as a new customer, and returns the problems of each. */
export async function goThrough(shots: readonly ScreenShot[], looking: Looking): Promise<readonly string[]> {
  const { page, browser, info } = looking;
  const as = shots[0]?.as ?? 'visitor';
  const token = (await makers[as](looking))?.token;
  const quiet = followCalls(page);
  await offerPseudo(page);
  await remember(page, { theme: 'light', ...(token !== undefined && { token }) });
  await open(page, '/');
  const studio = await openStudio(browser);
  const left = (file: string) => info.outputPath(file);
  const found: string[] = [];
  let before: ScreenShot | undefined;
  for (const shot of shots) {
    await visit(page, shot, before);
    found.push(...(await lookAt(shot, { page, studio, quiet, left })));
    before = shot;
  }
  await studio.close();
  return found;
}
