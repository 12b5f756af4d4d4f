/**
 * The list of instruments next to the ticket in a broad window: it changes the instrument, not the product, and stays hidden
 * once it was hidden.
 */
import { createTranslator } from 'use-intl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, waitFor } from './screen.tsx';

const t = createTranslator({ locale: 'en', messages: await loadMessages('en'), namespace: 'opening' });
const usual = window.innerWidth;
const setWidth = (width: number): void => void Object.assign(window, { innerWidth: width });
const list = (): HTMLElement | undefined => shown(`aside[aria-label="${t('watchlist')}"]`)[0];
const rowOf = (symbol: string): HTMLAnchorElement | undefined =>
  [...(list()?.querySelectorAll<HTMLAnchorElement>('a') ?? [])].find((row) =>
    row.textContent?.includes(symbol),
  );
const shownHere = (): Promise<boolean> => waitFor(() => rowOf('ETH') !== undefined);

beforeAll(() => setWidth(1440));
afterAll(() => {
  closeApp();
  setWidth(usual);
});

test('switches from one instrument to the next within contracts', async () => {
  serve({ variant: 'usual' });
  const { thrown } = await openAt('/pages/index/index?product=contract&symbol=BTC/USDT');
  expect(await shownHere()).toBe(true);
  expect(rowOf('BTC')?.getAttribute('aria-current')).toBe('true');
  rowOf('ETH')?.click();
  expect(await waitFor(() => location.hash.includes('ETH'))).toBe(true);
  expect(location.hash).toContain('product=contract');
  expect(await waitFor(() => rowOf('ETH')?.getAttribute('aria-current') === 'true')).toBe(true);
  expect(rowOf('EUR')?.getAttribute('href')).toContain('product=forex');
  expect(thrown).toEqual([]);
});

test('hides and shows the list, and remembers the choice on the device', async () => {
  serve({ variant: 'usual' });
  await openAt('/pages/index/index?product=contract&symbol=BTC/USDT');
  expect(await shownHere()).toBe(true);
  shown(`button[aria-label="${t('hideWatchlist')}"]`)[0]?.click();
  expect(await waitFor(() => rowOf('ETH') === undefined)).toBe(true);
  expect(localStorage.getItem('candor.trade.watchlist')).toContain('hidden');
  shown(`button[aria-label="${t('showWatchlist')}"]`)[0]?.click();
  expect(await waitFor(() => rowOf('ETH') !== undefined)).toBe(true);
});

test('hides the list in a window that is too narrow for it', async () => {
  setWidth(1280);
  serve({ variant: 'usual' });
  await openAt('/pages/index/index?product=contract&symbol=BTC/USDT');
  expect(await settled()).toBe(true);
  expect(list()).toBeUndefined();
});
