/**
 * The app installed on a phone: without a network, with a newer version on the server, and with an image shared by another app.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { photo } from '@candor/testing/pictures.ts';
import { exampleCustomer, newCustomer } from './customer.ts';
import { test as demoTest } from './demo.ts';
import { button, open, remember, settled, tab, typeAmount } from './phone.ts';
import { serveTwoBuilds } from './two-builds.ts';
import type { TwoBuilds } from './two-builds.ts';
import { say, voiceIn } from './saying.ts';

const test = demoTest.extend<{ builds: TwoBuilds }>({
  builds: async ({ demo }, use) => {
    const builds = await serveTwoBuilds(demo.origin);
    await use(builds);
    builds.close();
  },
});

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ timeout: 180_000 });

/** Fetching two hundred files one after another takes a while. */
const PATIENT = { timeout: 60_000 };

/** Waits until the worker has cached all files and handles the page's requests. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(
    () => navigator.serviceWorker.controller?.state === 'activated',
    undefined,
    PATIENT,
  );
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: say('ui.newerReady') });

/** Makes the app look for a newer version on the server, as it does every hour. */
async function lookForNewer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

const firstScript = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '');

/** All that the worker has stored, as addresses and contents. */
function written(page: Page): Promise<{ url: string; text: string }[]> {
  return page.evaluate(async () => {
    const found: { url: string; text: string }[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const isFile = new URL(request.url).pathname.startsWith('/assets/');
        found.push({ url: request.url, text: isFile ? '' : ((await answer?.text()) ?? '') });
      }
    }
    return found;
  });
}

const spanish = voiceIn('es', 'es');

test('starts without a network, and shows the last prices with their time', async ({ page, context }) => {
  await remember(page, { language: 'es' });
  await open(page, '/');
  await installed(page);
  // From now on requests pass through the worker, which stores the answers.
  await page.reload();
  await settled(page);
  await page.evaluate(() => void (location.hash = '/pages/market/index'));
  await settled(page);
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('main').getByText('BTC', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(spanish.saying('ui.offlineAsOf'))).toBeVisible();
  // The notice about play money is shown without a network too.
  await expect(page.getByRole('button', { name: /^Demo/ })).toBeVisible();
  // A screen that was never opened is available too, in the language that was fetched at its first use.
  await page.evaluate(() => void (location.hash = '/choose-location'));
  await expect(page.getByRole('heading', { name: spanish.say('titles.chooseLocation') })).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => void (location.hash = '/pages/market/index'));
  await expect(page.getByText(spanish.saying('ui.offlineAsOf'))).toHaveCount(0, { timeout: 30_000 });
});

test('writes no customer data to the disk', async ({ page, request }) => {
  const customer = await exampleCustomer(request);
  const { account, email, invite_code } = await customer.call('GET user/info', {});
  await remember(page, { token: customer.token });
  await open(page, '/');
  await installed(page);
  await page.reload();
  await settled(page);
  const paths = ['/pages/me/newIndex', '/pages/me/wallet', '/pages/order/trade', '/pages/order/finance'];
  for (const path of [
    ...paths,
    '/pages/me/security',
    '/pages/friend/index',
    '/pages/newsList/index',
    '/pages/me/kefu',
  ]) {
    await page.evaluate((hash) => void (location.hash = hash), path);
    await settled(page);
  }
  const found = await written(page);
  const answers = found.filter(({ url }) => url.includes('/kept/'));
  expect(answers.map(({ url }) => new URL(url).pathname)).toContain('/kept/GET/currency/quotation_new');
  expect(found.filter(({ url }) => url.includes('/api/'))).toEqual([]);
  for (const { url, text } of found) {
    for (const secret of [customer.token, account, email ?? account, invite_code]) {
      expect(text.includes(secret), `${url} holds ${secret}`).toBe(false);
    }
    expect(text, url).not.toMatch(/"(available|frozen|balance|token|credit_score)"/);
  }
});

test('reports which actions need the network, and keeps the input until it is back', async ({
  page,
  context,
  request,
}) => {
  const customer = await newCustomer(request);
  await remember(page, { token: customer.token });
  await open(page, '/pages/me/transfer');
  await typeAmount(page, say('deposits.amount'), '25');
  await context.setOffline(true);
  const waits = button(page, say('ui.needsNetwork'));
  await expect(waits).toBeVisible();
  await waits.tap({ force: true });
  await context.setOffline(false);
  await expect(waits).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: say('deposits.amount') })).toHaveValue('25');
});

/** A window with the older build and its own worker. */
async function onOlder(context: BrowserContext, builds: TwoBuilds, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${builds.origin}/#${path}`);
  await settled(page);
  await installed(page);
  return page;
}

test('installs a newer version only on request, and keeps the input', async ({
  context,
  builds,
  request,
}) => {
  const customer = await newCustomer(request);
  const page = await context.newPage();
  await remember(page, { token: customer.token });
  await page.goto(`${builds.origin}/#/pages/index/index?symbol=BTC/USDT`);
  await settled(page);
  await installed(page);
  await typeAmount(page, say('spot.amount'), '123.45');
  const other = await onOlder(context, builds, '/');
  const older = await firstScript(page);
  // A page behind another tab renders nothing until it is in front.
  await page.bringToFront();

  builds.switchToNewer();
  await lookForNewer(page);
  // A customer who is filling in a form is not interrupted.
  await page.waitForFunction(
    async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return registration?.waiting?.state === 'installed';
    },
    undefined,
    PATIENT,
  );
  await expect(notice(page)).toHaveCount(0);
  await tab(page, say('titles.home')).tap();
  await expect(notice(page)).toBeVisible();
  expect(await firstScript(page)).toBe(older);
  await button(page, say('ui.reload')).tap();
  await page.waitForFunction(
    (before) => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src !== before,
    older,
    PATIENT,
  );
  await settled(page);
  await expect(notice(page)).toHaveCount(0);
  await tab(page, say('titles.trade')).tap();
  await expect(page.getByRole('textbox', { name: say('spot.amount') })).toHaveValue('123.45');

  // The second tab still runs the older version, and is notified.
  await other.bringToFront();
  await expect(notice(other)).toBeVisible();
  expect(await firstScript(other)).toBe(older);
  await notice(other)
    .getByRole('button', { name: say('ui.reload') })
    .tap();
  await expect.poll(() => firstScript(other).catch(() => older), PATIENT).not.toBe(older);
  await settled(other);
});

test.describe('an app without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('offers the newer version to a page that is older than the server’s', async ({ page, builds }) => {
    await page.goto(builds.origin);
    await settled(page);
    builds.switchToNewer();
    await page.evaluate(() => void (location.hash = '/pages/market/index'));
    // While the previous screen is being removed, its text may appear twice; hidden elements have no role.
    const older = page.getByRole('alert').filter({ hasText: say('ui.newerText') });
    await expect(older).toBeVisible();
    await button(page, say('ui.reload')).tap();
    await expect(page.getByRole('heading', { name: say('titles.market'), exact: true })).toBeVisible();
    await settled(page);
  });
});

/** Shares an image with the app as the phone would. */
async function share(page: Page, picture: Buffer): Promise<void> {
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0);
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], 'receipt.jpg', { type: 'image/jpeg' }));
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: '/share',
      enctype: 'multipart/form-data',
    });
    const field = Object.assign(document.createElement('input'), { type: 'file', name: 'picture' });
    field.files = transfer.files;
    form.append(field);
    document.body.append(form);
    form.submit();
  }, picture.toString('base64'));
}

test('adds an image shared from another app to the proof of a deposit, after the login', async ({
  page,
  context,
}) => {
  await open(page, '/');
  await installed(page);
  const picture = await photo(907, { width: 900, height: 1600 });
  await share(page, picture);
  await expect(page.getByRole('heading', { name: say('titles.login') })).toBeVisible();
  await page.getByRole('main').getByRole('button').filter({ hasText: 'lena' }).tap();
  // The customer must still choose the deposit; until then the image waits.
  await expect(page.getByText(say('deposits.sharedWaits'))).toBeVisible();
  await button(page, say('deposits.choose')).tap();
  await page.getByRole('radio', { name: 'USDT' }).tap();
  await page.getByRole('radio', { name: 'Tron (TRC-20)' }).tap();
  await button(page, say('deposits.sent')).tap();
  await expect(page.getByText(say('photo.kept'), { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  expect((await written(page)).filter(({ url }) => url.includes('share'))).toEqual([]);
  await context.setOffline(false);
});
