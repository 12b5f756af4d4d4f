/**
 * The page of the API reference in a browser, under its own policy: it shows calls and examples, its search works, and it
 * contacts no other host.
 */
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import fastify from 'fastify';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { compressedLibrary } from '../server/src/http/reference-library.ts';
import { mountReference } from '../server/src/http/reference-routes.ts';
import { findTestBrowser } from './chromium.ts';

const LIBRARY_KB_MAX = 1500;
/** The page takes more than a second to show a call on a busy machine. */
const SOON = { timeout: 20_000 };
const app = fastify();
let browser: Browser;
let origin: string;

beforeAll(async () => {
  const found = findTestBrowser();
  if ('sentence' in found) throw new Error(found.sentence);
  mountReference(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  browser = await chromium.launch({ executablePath: found.path });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** All errors that the browser reports, and every request to another host. */
async function open(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark') {
  const context = await browser.newContext({ viewport, colorScheme });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(?:data|blob):/.test(request.url()))
      complaints.push(request.url());
  });
  await page.goto(`${origin}/api/docs#tag/spot/POST/api/coin/trade`);
  await page.getByRole('heading', { name: 'Place a spot order' }).first().waitFor();
  return { page, complaints };
}

describe.each([
  { name: 'a phone', viewport: { width: 390, height: 844 } },
  { name: 'a desktop', viewport: { width: 1280, height: 800 } },
])('on $name', ({ viewport }) => {
  test.each(['light', 'dark'] as const)(
    'shows a call with its fields, example and refusals, %s',
    async (scheme) => {
      const { page, complaints } = await open(viewport, scheme);
      const body = page.locator('body');
      await expect.poll(() => body.innerText(), SOON).toContain('Buy for 100 USDT at market');
      await expect.poll(() => body.innerText(), SOON).toContain('The price that triggers a stop');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      expect(complaints).toEqual([]);
    },
  );
});

test('finds a call by the words of its title', async () => {
  const { page, complaints } = await open({ width: 1280, height: 800 }, 'light');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('dead man');
  await page.getByText('Arm the dead man’s switch').last().click();
  await expect.poll(() => page.url(), SOON).toContain('dead_mans_switch');
  expect(complaints).toEqual([]);
});

test('shows examples for curl, JavaScript and Python', async () => {
  const { page } = await open({ width: 1280, height: 800 }, 'light');
  await page.goto(`${origin}/api/docs`);
  for (const [language, code] of [
    ['Shell', /curl http:\/\/127\.0\.0\.1/],
    ['JavaScript', /fetch\('http:/],
    ['Python', /requests\.(?:get|post)\(/],
  ] as const) {
    await page.getByRole('tab', { name: language }).first().click();
    await page.goto(`${origin}/api/docs#tag/spot/POST/api/coin/trade`);
    await expect.poll(() => page.locator('body').innerText(), SOON).toMatch(code);
    await page.goto(`${origin}/api/docs#description/introduction`);
  }
});

test('has a script of a stated size, which is compressed', async () => {
  const bytes = await compressedLibrary();
  expect(bytes.length / 1000).toBeLessThan(LIBRARY_KB_MAX);
  expect(gunzipSync(bytes).toString('utf8')).toContain('createApiReference');
});
