/**
 * The screens that work without the answers of certain calls and leave out secondary content, with the reasons. Every other
 * screen must report why it failed to load.
 */
import type { CallName } from '@candor/protocol/calls.ts';

/** The calls of the frame around every screen. Their failures are tested on the screens whose main content they provide. */
export const ofFrame: ReadonlySet<CallName> = new Set([
  'GET demo',
  'GET user/info',
  'GET currency/quotation_new',
  'POST wallet/list',
  'POST chat/open',
]);

type Lines = Readonly<Partial<Record<string, readonly CallName[]>>>;

const HELD: readonly CallName[] = ['POST lever/deal', 'POST lever/my_trade', 'POST lever/my_wh_trade'];

/**
 * Calls for secondary content: the bell, the customer's alerts and orders on a chart, statistics, hints, and confirmation
 * methods.
 */
const lines: Lines = {
  '/pages/kline/index': [
    ...(['GET coin/list', 'GET currency/new_timeshar', 'GET price_alerts'] as const),
    ...(['POST lever/deal', 'POST lever/my_trade'] as const),
  ],
  '/pages/whdetail/index': [
    ...(['GET currency/whkdata', 'GET currency/whtrade', 'GET price_alerts'] as const),
    'POST lever/my_wh_trade',
  ],
  '/pages/arbitrage/detail': ['GET transparency/fund'],
  '/pages/arbitrage/index': ['GET lh/deposit/ordersum'],
  '/pages/strategy/index2': ['GET lh/deposit/ordersum'],
  '/pages/loan/index': ['GET lh/loan/config'],
  '/pages/loan/order': ['GET lh/loan/statistics'],
  '/pages/me/antiPhishing': ['GET safe/overview'],
  '/pages/me/email': ['GET safe/overview'],
  '/pages/me/password': ['GET safe/overview'],
  '/pages/me/phone': ['GET safe/overview', 'GET getareacode'],
  '/pages/me/kefu': ['GET chat/messages', 'POST chat/picture_open', 'POST chat/read'],
  // The device's own check of its claims runs again later.
  '/pages/me/priceTape': [
    'GET transparency/liability',
    'POST wallet/detail',
    'POST lever/my_trade',
    'POST lever/my_wh_trade',
  ],
  // The cost of coins is secondary: the wallets are complete without it.
  '/pages/me/wallet': ['GET statement/holdings'],
  '/pages/news/msgdetail': ['GET user/usermessage'],
  '/pages/order/charge': ['GET chargelist/log'],
  '/pages/order/withdraw': ['GET transparency/freezes'],
  '/pages/whdetail/order': ['POST lever/deal'],
  '/pages/order/contract': ['POST lever/deal'],
};

/**
 * Screens on which the total stays a placeholder until open positions are known. The positions are requested again at every
 * return to the screen.
 */
const totals: Lines = {
  '/': [...HELD, 'GET user/usermessage'],
  '/pages/me/newIndex': [...HELD, 'GET user/usermessage'],
  '/pages/me/wallet': HELD,
};

const pathOf = (address: string): string => address.split('?')[0] ?? '';

export function waitsFor(address: string, name: CallName): boolean {
  return (totals[pathOf(address)] ?? []).includes(name);
}

export function doesWithout(address: string, name: CallName): boolean {
  return (lines[pathOf(address)] ?? []).includes(name) || waitsFor(address, name);
}

/** Combines a screen and a call whose answer the screen works without into one string. */
export function exceptionOf(address: string, name: CallName): string {
  return `${pathOf(address)} without ${name}`;
}

/** Returns all exceptions in the form that `exceptionOf` returns. */
export function exceptions(): readonly string[] {
  return [lines, totals].flatMap((listed) =>
    Object.entries(listed).flatMap(([path, names = []]) => names.map((name) => exceptionOf(path, name))),
  );
}
