/**
 * The loading, empty and translated states of screens: a placeholder without figures before the answers, then the data or a text
 * for an empty list, in the chosen language only.
 */
import { languages, localeOf } from '@candor/protocol/languages.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { addresses } from './addresses.ts';
import { serve } from './made-server.ts';
import { closeApp, isLoading, openAt, settled, shown, texts } from './screen.tsx';

afterAll(closeApp);

/** Screens that have content before any answer: forms, settings, and screens on which all queries are secondary. */
const READS_FIRST = [
  ...['/pages/newsList/index', '/pages/strategy/index2', '/pages/order/trade', '/pages/order/contract'],
  ...['/pages/me/transfer', '/pages/me/exchange', '/pages/order/charge', '/pages/order/withdraw'],
  ...['/pages/me/wallet', '/pages/order/finance', '/pages/friend/index', '/pages/me/accumulated'],
  ...['/pages/loan/index', '/pages/loan/order', '/pages/me/messages', '/pages/me/limits'],
  ...['/pages/me/security', '/pages/me/passkeys', '/pages/me/sessions', '/pages/me/logins', '/pages/me/kyc'],
  '/pages/me/fillQuality',
].filter((address) => addresses.includes(address));

test.each(READS_FIRST)(
  'shows a placeholder on %s before the answers, and the data after them',
  async (address) => {
    const server = serve({ variant: 'usual' });
    const letGo = server.hold();
    const { thrown } = await openAt(address);
    expect(isLoading()).toBe(true);
    expect(shown('h1').length).toBe(1);
    letGo();
    expect(await settled()).toBe(true);
    expect(thrown).toEqual([]);
  },
);

/** Lists that are empty for a new customer, each with a link for creating a first item. */
const LISTS = [
  ...['/pages/order/trade', '/pages/order/option', '/pages/strategy/order', '/pages/loan/order'],
  ...['/pages/order/contract', '/pages/me/priceAlerts', '/pages/me/messages', '/pages/me/addresses'],
  '/pages/me/fillQuality',
].filter((address) => addresses.includes(address));

test.each(LISTS)('shows the text for an empty list on %s', async (address) => {
  serve({ variant: 'empty' });
  await openAt(address);
  expect(await settled()).toBe(true);
  const centred = shown('main p.font-semibold, main p').filter((one) => (one.textContent ?? '').length > 8);
  expect(centred.length).toBeGreaterThan(0);
});

const SPOKEN = ['/', '/pages/order/withdraw', '/pages/loan/index'].filter((address) =>
  addresses.includes(address),
);

describe.each(languages)('app in the language %s', (language) => {
  test.each(SPOKEN)('renders %s without missing texts', async (address) => {
    const server = serve({ variant: 'usual' });
    const { thrown } = await openAt(address, { language });
    expect(await settled()).toBe(true);
    expect(document.documentElement.lang).toBe(localeOf[language]);
    expect(thrown).toEqual([]);
    expect(server.wrong).toEqual([]);
    expect(texts().filter((text) => /\b(?:undefined|NaN|null)\b|\{\w+\}/.test(text))).toEqual([]);
  });
});
