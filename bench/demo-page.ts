/** Runs the real server with the built app on a fresh demo, and sets the browser's flags, for measurements in the page. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../tools/chromium.ts';
import { freePort, makeDataFolder, startServer } from '@candor/testing/running-server.ts';

const WEB = fileURLToPath(new URL('../web/dist/index.html', import.meta.url));

export const BROWSER_FLAGS: readonly string[] = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function browserPath(): string {
  const browser = findChromium();
  if ('sentence' in browser) throw new Error(browser.sentence);
  return browser.path;
}

/** Stops the demo after `measure`. */
export async function onDemo<Result>(measure: (origin: string) => Promise<Result>): Promise<Result> {
  if (!existsSync(WEB)) throw new Error('expected a built web app, found none; run npm start once');
  const folder = makeDataFolder();
  const server = await startServer({ data: folder.path, port: await freePort() });
  try {
    return await measure(server.origin);
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
    folder.remove();
  }
}

export async function exampleToken(origin: string): Promise<string> {
  const said = async <Message>(path: string, body?: object): Promise<Message> => {
    const headers = { 'content-type': 'application/json' };
    const answered = await fetch(`${origin}/api/${path}`, {
      ...(body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) }),
    });
    const { type, message } = (await answered.json()) as { type: string; message: Message };
    if (type !== 'ok') throw new Error(`expected ${path} to succeed, got ${JSON.stringify(message)}`);
    return message;
  };
  const { customers } = await said<{ customers: readonly object[] }>('demo');
  return said<string>('user/login', customers[0]);
}
