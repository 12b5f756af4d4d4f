/** Links out of the app: a listed address, forged addresses, and a place on the map. */
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { test } from './demo.ts';
import { button, open } from './phone.ts';
import { say } from './saying.ts';

const webview = (url: string): string => `/pages/webview/index?${new URLSearchParams({ url })}`;
const main = (page: Page) => page.getByRole('main').filter({ visible: true });

/** A page that tries to navigate the app elsewhere, to open a window and to identify the visitor. */
const GRASPING = `<!doctype html><title>Register</title><p>Entry 4711</p><script>
  try { top.location = 'https://evil.example/'; } catch (error) { document.title = 'kept'; }
  try { open('https://evil.example/'); } catch (error) {}
</script>`;

test('shows a listed address in a frame that cannot affect the app', async ({ page, context }) => {
  await context.route('https://register.fca.org.uk/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: GRASPING }),
  );
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  const url = 'https://register.fca.org.uk/s/firm?id=001b000000Mfe1TAAR';
  await open(page, webview(url));
  await expect(page.getByRole('heading', { name: say('webview.register') })).toBeVisible();
  await expect(page.getByText(url)).toBeVisible();
  await expect(page.frameLocator('iframe').getByText('Entry 4711')).toBeVisible();
  const link = page.getByRole('link', { name: say('webview.openInBrowser') });
  await expect(link).toHaveAttribute('href', url);
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(context.pages()).toHaveLength(1);
  expect(new URL(page.url()).hash).toBe(`#${webview(url)}`);
  expect(asked.filter((address) => address.includes('evil.example'))).toEqual([]);
});

test('allows no other host in a frame', async ({ page }) => {
  const blocked: string[] = [];
  await page.exposeFunction('noteBlocked', (address: string) => void blocked.push(address));
  await open(page, '/');
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      void (window as unknown as { noteBlocked(address: string): Promise<void> }).noteBlocked(
        event.blockedURI,
      );
    });
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
  });
  await expect.poll(() => blocked).toEqual(['https://evil.example']);
});

for (const url of [
  'javascript:alert(document.domain)',
  'data:text/html,<script>alert(1)</script>',
  'http://etherscan.io/',
  'https://etherscan.io@evil.example/',
  'https://etherscаn.io/',
  'https://etherscan.io/redirect?url=https%3A%2F%2Fevil.example',
  '//evil.example',
]) {
  test(`shows ${url} without a link`, async ({ page }) => {
    page.on('dialog', () => expect('a dialog').toBe('never opened'));
    await open(page, webview(url));
    await expect(main(page).getByText(say('webview.refused'))).toBeVisible();
    await expect(
      main(page).getByRole('heading', { name: say('webview.address'), exact: true }),
    ).toBeVisible();
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(main(page).getByRole('link')).toHaveCount(0);
    expect(new URL(page.url()).hash).toBe(`#${webview(url)}`);
  });
}

test('chooses a place by tapping, typing or the phone’s location, and returns it to the screen that requested it', async ({
  page,
  context,
}) => {
  await open(page, '/choose-location?back=/pages/me/settings');
  const latitude = page.getByRole('textbox', { name: say('location.latitude') });
  const longitude = page.getByRole('textbox', { name: say('location.longitude') });
  await expect(button(page, say('location.noneYet'))).toBeVisible();
  const map = page.getByRole('application');
  await map.tap({ position: { x: 120, y: 80 } });
  await expect(latitude).toHaveValue(/^-?\d+\.\d{5}$/);
  await map.focus();
  const before = await longitude.inputValue();
  for (const key of ['+', '+', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await expect(longitude).not.toHaveValue(before);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 48.85837, longitude: 2.29448 });
  await button(page, say('location.locate')).tap();
  await expect(latitude).toHaveValue('48.85837');
  await latitude.fill('91');
  await expect(page.getByText(say('location.latitudeWrong'))).toBeVisible();
  await latitude.fill('-33,5');
  await button(page, say('location.useThis')).tap();
  await page.waitForURL('**/#/pages/me/settings?latitude=-33.50000&longitude=2.29448');
});

test('stays in the app after a place is chosen', async ({ page }) => {
  await open(page, '/choose-location?back=//evil.example&latitude=1&longitude=2');
  await button(page, say('location.useThis')).tap();
  await page.waitForURL((url) => url.hash.startsWith('#/?latitude='));
  await expect(page.getByRole('heading', { name: say('titles.home') })).toBeVisible();
});
