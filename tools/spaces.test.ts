/**
 * Runs `npm start` in a checkout whose path has spaces, where it builds the web app and serves it, with a database in the same
 * folder.
 */
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyCheckout } from '@candor/testing/checkout.ts';
import { freePort, leftovers, startServer } from '@candor/testing/running-server.ts';

type Quotes = { readonly message: readonly { readonly symbol: string }[] };

test('builds and serves the app with npm start in a path with spaces, and leaves no process running', async () => {
  const copy = copyCheckout();
  onTestFinished(() => rmSync(dirname(copy), { recursive: true, force: true }));
  const data = join(copy, 'data folder');
  const server = await startServer({
    data,
    port: await freePort(),
    through: ['npm', 'start', '--'],
    cwd: copy,
  });
  try {
    expect(server.printed()).toContain('Building the web app.');
    const page = await (await fetch(server.origin)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    expect((await fetch(`${server.origin}${script}`)).headers.get('content-type')).toMatch(/javascript/);
    const quotes = (await (await fetch(`${server.origin}/api/currency/quotation_new`)).json()) as Quotes;
    expect(quotes.message[0]?.symbol).toBe('BTC/USDT');
    expect(readdirSync(data)).toContain('postgres');
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
  expect(await leftovers(data, 5000)).toEqual([]);
});
