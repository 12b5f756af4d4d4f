/**
 * A pseudo language, longer than any real one, which no build for customers contains. The browser gets it in place of a real
 * language.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { compiledPart } from '../web/build/compiled-messages.ts';

/** The real language that it replaces. */
export const pseudoAs = 'pt';

const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));

/** The app's texts are in these three files; the server's texts are in a fourth file of the same name. */
function pseudoFiles(): ReadonlyMap<string, string> {
  const parts = [
    { holds: 'pullToRefresh', part: 'first' },
    { holds: 'profitLock', part: 'trading' },
    { holds: 'loanAgreement', part: 'later' },
  ] as const;
  const files = readdirSync(assets).filter((name) => new RegExp(`^${pseudoAs}-[^/]*\\.js$`).test(name));
  const found = new Map<string, string>();
  for (const { holds, part } of parts) {
    // A later file may contain a name that is also the name of a title, so each file is identified by names that only it
    // contains.
    const file = files.find(
      (name) => !found.has(name) && readFileSync(`${assets}${name}`, 'utf8').includes(holds),
    );
    if (file === undefined) throw new Error(`expected a file of ${pseudoAs} to contain ${holds}, found none`);
    found.set(file, `export default ${compiledPart('en', part, true)};`);
  }
  return found;
}

/**
 * Gives the browser the pseudo language when it requests the replaced one. This uses the browser's protocol, because Playwright's
 * routes would bypass the page's cache, and each screen would be fetched and compiled again.
 */
export async function offerPseudo(page: Page): Promise<void> {
  const files = pseudoFiles();
  const browser = await page.context().newCDPSession(page);
  browser.on('Fetch.requestPaused', ({ requestId, request }) => {
    const body = files.get(request.url.slice(request.url.lastIndexOf('/') + 1)) ?? '';
    void browser.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/javascript' }],
      body: Buffer.from(body).toString('base64'),
    });
  });
  const patterns = [...files.keys()].map((file) => ({ urlPattern: `*/assets/${file}` }));
  await browser.send('Fetch.enable', { patterns });
}
