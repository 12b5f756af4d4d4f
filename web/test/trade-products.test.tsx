/** The products of the Trade tab: each is a tab, remembers its instrument, and shows its ticket to visitors too. */
import { createTranslator } from 'use-intl';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { serve } from './made-server.ts';
import { closeApp, openAt, settled, shown, texts, waitFor } from './screen.tsx';

const en = await loadMessages('en');
const t = createTranslator({ locale: 'en', messages: en, namespace: 'spot' });
// The products' screens are separate chunks, which a busy machine takes longer to load than a screen may take to appear.
beforeAll(async () => {
  await Promise.all([
    import('../src/features/contracts/contract-trade-screen.tsx'),
    import('../src/features/forex/forex-trade-screen.tsx'),
  ]);
});
afterAll(closeApp);

const products = ['spot', 'contract', 'option', 'forex'] as const;
const tabOf = (product: (typeof products)[number]): HTMLElement | undefined =>
  shown('[role=tab]').find((tab) => tab.textContent === en.opening.product[product]);
const isShown = (symbol: string): Promise<boolean> =>
  waitFor(() => shown(`button[aria-label="${t('switchInstrument', { symbol })}"]`).length > 0);

// The generated terms publish no payouts, so a visitor's options ticket is tested in a browser.
test.each([
  ['spot', en.spot.amount],
  ['contract', en.spot.quantity],
  ['forex', en.spot.quantity],
] as const)('shows visitors the ticket of %s with its tab selected', async (product, label) => {
  const server = serve({ variant: 'usual' });
  const { thrown } = await openAt(`/pages/index/index?product=${product}`, { signedIn: false });
  expect(await settled()).toBe(true);
  expect(tabOf(product)?.getAttribute('aria-selected')).toBe('true');
  expect(shown('label').map((one) => one.textContent)).toContain(label);
  expect(shown('button').map((one) => one.textContent)).toContain(en.spot.logIn);
  // Shares of a balance that a visitor does not have.
  expect(texts()).not.toContain(en.spot.max);
  expect([thrown, server.wrong]).toEqual([[], []]);
});

test('remembers the instrument of each product', async () => {
  serve({ variant: 'usual' });
  await openAt('/pages/index/index?product=contract&symbol=ETH/USDT', { signedIn: false });
  expect(await isShown('ETH/USDT')).toBe(true);
  tabOf('forex')?.click();
  expect(await isShown('EUR/USD')).toBe(true);
  tabOf('spot')?.click();
  expect(await isShown('BTC/USDT')).toBe(true);
  tabOf('contract')?.click();
  expect(await isShown('ETH/USDT')).toBe(true);
});

test('names the chosen order type on the pill, and explains each type in the list', async () => {
  serve({ variant: 'usual' });
  await openAt('/pages/index/index?product=spot&symbol=BTC/USDT', { signedIn: false });
  expect(await settled()).toBe(true);
  const pill = (): HTMLElement | undefined => shown(`[role=combobox][aria-label="${en.spot.type}"]`)[0];
  expect(pill()?.textContent).toBe(en.spot.market);
  pill()?.click();
  expect(await waitFor(() => shown('[role=option]').length === 6)).toBe(true);
  expect(texts()).toContain(en.spot.about.oco);
  shown('[role=option]')
    .find((one) => one.getAttribute('aria-label') === en.spot.limit)
    ?.click();
  expect(await waitFor(() => pill()?.textContent === en.spot.limit)).toBe(true);
  expect(shown('label').map((one) => one.textContent)).toContain(en.spot.limitPrice);
});
