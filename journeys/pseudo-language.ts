/** The language that nobody speaks, longer than any, which no build for customers contains: handed to the browser in another's place. */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { compiledPart } from '../web/build/compiled-messages.ts';

/** The language whose place it takes. */
export const pseudoAs = 'pt';

const assets = fileURLToPath(new URL('../web/dist/assets/', import.meta.url));

/** The three files that hold the app's texts; the server's own lie in a fourth one of the same name. */
function pseudoFiles(): ReadonlyMap<string, string> {
  const parts = [
    { holds: 'pullToRefresh', part: 'first' },
    { holds: 'profitLock', part: 'trading' },
    { holds: 'loanAgreement', part: 'later' },
  ] as const;
  const files = readdirSync(assets).filter((name) => new RegExp(`^${pseudoAs}-[^/]*\\.js$`).test(name));
  const found = new Map<string, string>();
  for (const { holds, part } of parts) {
    // A word of a later part may be the name of a title, too, so a file is one part's alone.
    const file = files.find(
      (name) => !found.has(name) && readFileSync(`${assets}${name}`, 'utf8').includes(holds),
    );
    if (file === undefined) throw new Error(`no file of ${pseudoAs} holds ${holds}`);
    found.set(file, `export default ${compiledPart('en', part, true)};`);
  }
  return found;
}

/**
 * Hands the browser the pseudo language when it asks for that other one. Asked for through the browser's own protocol:
 * a route of Playwright's would keep the page from its cache, and each screen would be fetched and compiled anew.
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
