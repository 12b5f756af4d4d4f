/**
 * How a screen comes: before its answers a shape of it stands there and no figure; then they are there. What has nothing to show says
 * so, and in every language everything that is said is said in it.
 */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { addresses } from './addresses.ts';
import { serve } from './made-server.ts';
import { closeApp, isLoading, openAt, settled, shown, texts } from './screen.tsx';

afterAll(closeApp);

/** Screens that show something of their own at once: forms, settings, what is read aside. */
const READS_FIRST = [
  ...['/pages/newsList/index', '/pages/strategy/index2', '/pages/order/trade', '/pages/order/contract'],
  ...['/pages/me/transfer', '/pages/me/exchange', '/pages/order/charge', '/pages/order/withdraw'],
  ...['/pages/me/wallet', '/pages/order/finance', '/pages/friend/index', '/pages/me/accumulated'],
  ...['/pages/loan/index', '/pages/loan/order', '/pages/me/messages', '/pages/me/limits'],
  ...['/pages/me/security', '/pages/me/passkeys', '/pages/me/sessions', '/pages/me/logins', '/pages/me/kyc'],
].filter((address) => addresses.includes(address));

test.each(READS_FIRST)('%s shows its shape first, and then what was answered', async (address) => {
  const server = serve({ variant: 'usual' });
  const letGo = server.hold();
  const { thrown } = await openAt(address);
  expect(isLoading()).toBe(true);
  expect(shown('h1').length).toBe(1);
  letGo();
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
});

/** Lists that a newcomer finds empty, each with the way to its first row. */
const LISTS = [
  ...['/pages/order/trade', '/pages/order/option', '/pages/strategy/order', '/pages/loan/order'],
  ...['/pages/order/contract', '/pages/me/priceAlerts', '/pages/me/messages', '/pages/me/addresses'],
].filter((address) => addresses.includes(address));

test.each(LISTS)('%s with nothing in it says so', async (address) => {
  serve({ variant: 'empty' });
  await openAt(address);
  expect(await settled()).toBe(true);
  const centred = shown('main p.font-semibold, main p').filter((one) => (one.textContent ?? '').length > 8);
  expect(centred.length).toBeGreaterThan(0);
});

const SPOKEN = ['/', '/pages/order/withdraw', '/pages/loan/index'].filter((address) =>
  addresses.includes(address),
);

describe.each(languages)('in %s', (language) => {
  test.each(SPOKEN)('%s', async (address) => {
    const server = serve({ variant: 'usual' });
    const { thrown } = await openAt(address, { language });
    expect(await settled()).toBe(true);
    expect(document.documentElement.lang).toBe(localeOf[language]);
    expect(thrown).toEqual([]);
    expect(server.wrong).toEqual([]);
    expect(texts().filter((text) => /\b(?:undefined|NaN|null)\b|\{\w+\}/.test(text))).toEqual([]);
  });
});
