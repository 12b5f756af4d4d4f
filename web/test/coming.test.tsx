/**
 * How a screen loads: before its answers it shows a placeholder and no figures, and afterwards its data. An empty screen says
 * so, and every language shows only its own texts.
 */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { addresses } from './addresses.ts';
import { serve } from './made-server.ts';
import { closeApp, isLoading, openAt, settled, shown, texts } from './screen.tsx';

afterAll(closeApp);

/** Screens with content of their own from the start: forms, settings, and those with secondary queries. */
const READS_FIRST = [
  ...['/pages/newsList/index', '/pages/strategy/index2', '/pages/order/trade', '/pages/order/contract'],
  ...['/pages/me/transfer', '/pages/me/exchange', '/pages/order/charge', '/pages/order/withdraw'],
  ...['/pages/me/wallet', '/pages/order/finance', '/pages/friend/index', '/pages/me/accumulated'],
  ...['/pages/loan/index', '/pages/loan/order', '/pages/me/messages', '/pages/me/limits'],
  ...['/pages/me/security', '/pages/me/passkeys', '/pages/me/sessions', '/pages/me/logins', '/pages/me/kyc'],
].filter((address) => addresses.includes(address));

test.each(READS_FIRST)('shows on %s a placeholder first, and then the answer', async (address) => {
  const server = serve({ variant: 'usual' });
  const letGo = server.hold();
  const { thrown } = await openAt(address);
  expect(isLoading()).toBe(true);
  expect(shown('h1').length).toBe(1);
  letGo();
  expect(await settled()).toBe(true);
  expect(thrown).toEqual([]);
});

/** Lists that are empty for a new customer, each with a link to create the first item. */
const LISTS = [
  ...['/pages/order/trade', '/pages/order/option', '/pages/strategy/order', '/pages/loan/order'],
  ...['/pages/order/contract', '/pages/me/priceAlerts', '/pages/me/messages', '/pages/me/addresses'],
].filter((address) => addresses.includes(address));

test.each(LISTS)('says on %s that there is nothing yet', async (address) => {
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
  test.each(SPOKEN)('shows %s without missing texts', async (address) => {
    const server = serve({ variant: 'usual' });
    const { thrown } = await openAt(address, { language });
    expect(await settled()).toBe(true);
    expect(document.documentElement.lang).toBe(localeOf[language]);
    expect(thrown).toEqual([]);
    expect(server.wrong).toEqual([]);
    expect(texts().filter((text) => /\b(?:undefined|NaN|null)\b|\{\w+\}/.test(text))).toEqual([]);
  });
});
