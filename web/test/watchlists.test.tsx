/**
 * Watchlists on screens: a tap on a star changes the only list, or opens all of them; a list is made, named, moved and deleted; a
 * change that another device was faster than is repeated on its lists.
 */
import { createTranslator } from 'use-intl';
import type { CallInput } from '@candor/protocol/calls.ts';
import { afterEach, expect, test } from 'vitest';
import { loadMessages } from '../src/i18n/provider.tsx';
import { useSession } from '../src/lib/session.ts';
import { serve } from './made-server.ts';
import type { MadeServer } from './made-server.ts';
import { closeApp, openAt, shown, waitFor } from './screen.tsx';

const messages = await loadMessages('en');
const market = createTranslator({ locale: 'en', messages, namespace: 'market' });
const t = createTranslator({ locale: 'en', messages, namespace: 'watchlists' });

type Lists = CallInput<'POST watchlists'>['items'];
const favourites = { name: '', symbols: ['BTC/USDT'] };
const metals = { name: 'Metals', symbols: ['XAU/USD'] };

afterEach(() => closeApp());

function typeInto(field: HTMLElement | undefined, text: string): void {
  if (!(field instanceof HTMLInputElement)) throw new Error('expected a field to type into, found none');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const labelled = (label: string): HTMLElement | undefined => shown(`[aria-label="${label}"]`)[0];
const press = async (label: string): Promise<void> => {
  expect(await waitFor(() => labelled(label) !== undefined), label).toBe(true);
  labelled(label)?.click();
};
const button = (text: string): HTMLElement | undefined =>
  shown('button').find(({ textContent }) => textContent === text);
const pressText = async (text: string): Promise<void> => {
  expect(await waitFor(() => button(text) !== undefined), text).toBe(true);
  button(text)?.click();
};
const savedBy = (server: MadeServer): Lists[] =>
  server.asked
    .filter(({ name }) => name === 'POST watchlists')
    .map(({ input }) => (input as CallInput<'POST watchlists'>).items);
const saved = async (server: MadeServer, count = 1): Promise<Lists | undefined> => {
  await waitFor(() => savedBy(server).length >= count);
  return savedBy(server).at(-1);
};

function serveLists(items: Lists): MadeServer {
  const answers = { 'GET watchlists': { version: 3, items }, 'POST watchlists': { version: 4, items } };
  return serve({ variant: 'usual', answers });
}
const openMarket = () => openAt('/pages/market/index?kind=favourites');

test('adds an instrument to the only list, or removes it, with one tap', async () => {
  const server = serveLists([favourites]);
  await openAt('/pages/market/index?kind=crypto');
  await press(market('star', { symbol: 'ETH/USDT' }));
  expect(await saved(server)).toEqual([{ ...favourites, symbols: ['BTC/USDT', 'ETH/USDT'] }]);
  await press(market('unstar', { symbol: 'BTC/USDT' }));
  expect(await saved(server, 2)).toEqual([{ ...favourites, symbols: [] }]);
  expect(server.wrong).toEqual([]);
});

test('opens all lists if there are several, and creates another one with the instrument', async () => {
  const server = serveLists([favourites, metals]);
  await openMarket();
  await press(market('chooseLists', { symbol: 'BTC/USDT' }));
  const ticks = (): HTMLInputElement[] => shown('input[type=checkbox]') as HTMLInputElement[];
  expect(await waitFor(() => ticks().length === 2)).toBe(true);
  expect(ticks().map(({ checked }) => checked)).toEqual([true, false]);
  ticks()[1]?.click();
  expect(await saved(server)).toEqual([favourites, { ...metals, symbols: ['XAU/USD', 'BTC/USDT'] }]);
  const field = shown('input:not([type=checkbox])').find((input) => input.closest('[role=dialog]') !== null);
  typeInto(field, ' Metals ');
  await pressText(t('create'));
  expect(await waitFor(() => document.body.textContent.includes(t('problem.taken')))).toBe(true);
  typeInto(field, 'Coins');
  await pressText(t('create'));
  expect((await saved(server, 2))?.[2]).toEqual({ name: 'Coins', symbols: ['BTC/USDT'] });
  expect(server.wrong).toEqual([]);
});

test('moves, renames and deletes a list', async () => {
  const server = serveLists([favourites, metals]);
  await openMarket();
  await press(t('manage'));
  await press(t('moveUp', { name: 'Metals' }));
  expect(await saved(server)).toEqual([metals, favourites]);
  await press(t('edit', { name: 'Metals' }));
  await pressText(t('delete'));
  expect(savedBy(server)).toHaveLength(1);
  await pressText(t('delete'));
  expect(await saved(server, 2)).toEqual([favourites]);
});

test('repeats a change on the lists that another device saved in the meantime', async () => {
  const server: MadeServer = serve({
    variant: 'usual',
    answers: {
      get 'GET watchlists'() {
        const isLater = savedBy(server).length > 0;
        return { version: isLater ? 9 : 3, items: isLater ? [favourites, metals] : [favourites] };
      },
    },
    instead: { 'POST watchlists': { refusal: 'watchlists_changed' } },
  });
  await openAt('/pages/market/index?kind=crypto');
  await press(market('star', { symbol: 'ETH/USDT' }));
  const both = { ...favourites, symbols: ['BTC/USDT', 'ETH/USDT'] };
  await saved(server, 4);
  expect(savedBy(server)).toEqual([[both], ...Array.from({ length: 3 }, () => [both, metals])]);
  // After the last refusal the screen shows the lists of the server.
  const star = () => labelled(market('chooseLists', { symbol: 'ETH/USDT' }))?.querySelector('svg');
  expect(await waitFor(() => star()?.getAttribute('fill') === 'none')).toBe(true);
});

test('saves the favourites of the device as the account’s first list, once', async () => {
  const answers = {
    'GET watchlists': { version: 0, items: [] },
    'POST watchlists': { version: 1, items: [metals] },
  };
  const server = serve({ variant: 'usual', answers });
  await openAt('/pages/market/index?kind=crypto', { signedIn: false });
  await press(market('unstar', { symbol: 'BTC/USDT' }));
  expect(await waitFor(() => localStorage.getItem('candor.favourites') !== null)).toBe(true);
  expect(savedBy(server)).toEqual([]);
  useSession.setState({ token: 'a-token' });
  expect(await saved(server)).toEqual([{ name: '', symbols: ['ETH/USDT', 'XAU/USD', 'EUR/USD'] }]);
  expect(await waitFor(() => localStorage.getItem('candor.favourites') === null)).toBe(true);
  expect(savedBy(server)).toHaveLength(1);
});
