/** The app as it is put on a phone: without a network, with a newer version on the server, with a picture that another app shares. */
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

/** Two hundred files are fetched one after the other. */
const PATIENT = { timeout: 60_000 };

/** Waits until the worker has everything and stands between the page and the network. */
async function installed(page: Page): Promise<void> {
  await page.waitForFunction(
    () => navigator.serviceWorker.controller?.state === 'activated',
    undefined,
    PATIENT,
  );
}

const notice = (page: Page) => page.getByRole('status').filter({ hasText: say('ui.newerReady') });

/** Looks whether the server has a newer version, as the app does every hour. */
async function lookForNewer(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
  });
}

const firstScript = (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '');

/** All that the worker has written down: addresses and what stands under them. */
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

test('without a network the app starts, with the last prices and their time', async ({ page, context }) => {
  await remember(page, { language: 'es' });
  await open(page, '/');
  await installed(page);
  // From now on its questions go by the worker, which keeps what it hears.
  await page.reload();
  await settled(page);
  await page.evaluate(() => void (location.hash = '/pages/market/index'));
  await settled(page);
  await context.setOffline(true);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('main').getByText('BTC', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(spanish.saying('ui.offlineAsOf'))).toBeVisible();
  // That it is play money is said without a network too.
  await expect(page.getByRole('button', { name: /^Demo/ })).toBeVisible();
  // A screen that was never opened is here too, in the language that was fetched at its first use.
  await page.evaluate(() => void (location.hash = '/choose-location'));
  await expect(page.getByRole('heading', { name: spanish.say('titles.chooseLocation') })).toBeVisible();
  await context.setOffline(false);
  await page.evaluate(() => void (location.hash = '/pages/market/index'));
  await expect(page.getByText(spanish.saying('ui.offlineAsOf'))).toHaveCount(0, { timeout: 30_000 });
});

test('nothing of a customer is written to the disk', async ({ page, request }) => {
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

test('what needs the network says so, and what was typed waits for it', async ({
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
  // Tapped all the same, it does nothing.
  await waits.tap({ force: true });
  await context.setOffline(false);
  await expect(waits).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: say('deposits.amount') })).toHaveValue('25');
});

/** A window on the older build, with a worker of its own. */
async function onOlder(context: BrowserContext, builds: TwoBuilds, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${builds.origin}/#${path}`);
  await settled(page);
  await installed(page);
  return page;
}

test('a newer version waits to be asked for, and costs nothing that was typed', async ({
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
  // Where something is being filled in, nobody is interrupted.
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

  // The other tab still runs the older one, and is told.
  await other.bringToFront();
  await expect(notice(other)).toBeVisible();
  expect(await firstScript(other)).toBe(older);
  await notice(other)
    .getByRole('button', { name: say('ui.reload') })
    .tap();
  await expect.poll(() => firstScript(other).catch(() => older), PATIENT).not.toBe(older);
  await settled(other);
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page that the server has left behind offers the newer one', async ({ page, builds }) => {
    await page.goto(builds.origin);
    await settled(page);
    builds.switchToNewer();
    await page.evaluate(() => void (location.hash = '/pages/market/index'));
    // While the screen before it is taken away, its text may stand there twice; what is hidden has no role.
    const older = page.getByRole('alert').filter({ hasText: say('ui.newerText') });
    await expect(older).toBeVisible();
    await button(page, say('ui.reload')).tap();
    await expect(page.getByRole('heading', { name: say('titles.market'), exact: true })).toBeVisible();
    await settled(page);
  });
});

/** What the phone does when a picture is shared with the app. */
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

test('a picture shared from another app is in the proof of a deposit, after logging in', async ({
  page,
  context,
}) => {
  await open(page, '/');
  await installed(page);
  const picture = await photo(907, { width: 900, height: 1600 });
  await share(page, picture);
  await expect(page.getByRole('heading', { name: say('titles.login') })).toBeVisible();
  await page.getByRole('main').getByRole('button').filter({ hasText: 'lena' }).tap();
  // Which deposit it proves is still to be said; until then it waits.
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
