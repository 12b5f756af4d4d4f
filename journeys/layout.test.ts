/** Every text can be read on a small phone, in short languages, in long ones, and in one longer than any. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';
import { unreadable } from './clipping.ts';
import { newCustomer } from './customer.ts';
import { open, remember } from './phone.ts';
import { furnish, screenShots, visit } from './screens.ts';
import type { WalkLanguage } from './words.ts';
import { wordsOf } from './words.ts';

test.use({ viewport: { width: 360, height: 640 } });

const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
const web = fileURLToPath(new URL('../web', import.meta.url));
const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};

/** A build of the app whose English is the pseudo language; it exists for this journey alone. */
let pseudoApp: string;
test.beforeAll(async () => {
  pseudoApp = mkdtempSync(join(tmpdir(), 'candor-pseudo-'));
  const options = { cwd: web, env: { ...process.env, CANDOR_PSEUDO: '1' } };
  const args = [vite, 'build', '--logLevel', 'error', '--outDir', pseudoApp, '--emptyOutDir'];
  await promisify(execFile)(process.execPath, args, options);
});
test.afterAll(() => rmSync(pseudoApp, { recursive: true, force: true }));

/** Lets the browser load that build while everything else comes from the real server. */
async function servePseudo(page: Page): Promise<void> {
  await page.route(/\/(assets\/.*)?$/, async (route) => {
    const { pathname } = new URL(route.request().url());
    const name = pathname === '/' ? '/index.html' : pathname;
    const contentType = types[extname(name)] ?? 'application/octet-stream';
    await route.fulfill({ body: readFileSync(join(pseudoApp, name)), contentType });
  });
}

for (const language of ['en', 'vn', 'zh', 'pseudo'] as const satisfies readonly WalkLanguage[]) {
  test(`every text can be read: ${language}`, async ({ page, request }) => {
    test.setTimeout(120_000);
    const customer = await newCustomer(request);
    await furnish(customer, request);
    if (language === 'pseudo') await servePseudo(page);
    await remember(page, { language: language === 'pseudo' ? 'en' : language });
    await open(page, '/');
    const found: string[] = [];
    for (const shot of screenShots) {
      await test.step(shot.name, async () => {
        await beSignedIn(page, shot.as === 'customer' ? customer.token : undefined);
        await visit(page, shot, wordsOf(language));
        found.push(...(await unreadable(page)).map((sentence) => `${shot.name}: ${sentence}`));
      });
    }
    expect(found).toEqual([]);
  });
}

/** The next screen is loaded anew, so the app finds the token where it looks for it. */
async function beSignedIn(page: Page, token: string | undefined): Promise<void> {
  await page.evaluate((wanted) => {
    const { token: _, ...rest } = JSON.parse(localStorage.getItem('candor.session') ?? '{}') as Record<
      string,
      unknown
    >;
    localStorage.setItem(
      'candor.session',
      JSON.stringify({ ...rest, ...(wanted !== undefined && { token: wanted }) }),
    );
  }, token);
}
