/**
 * The screens that work without the answers of certain calls and leave out secondary content, with the reasons. Every other
 * screen must report why it failed to load.
 */
import type { CallName } from '@candor/protocol/calls.ts';

/**
 * The calls of the frame around every screen. Their failures are tested on the screens whose main content they provide. Without
 * the emergency stops, a ticket lacks only a notice, and a refused order says the same.
 */
export const ofFrame: ReadonlySet<CallName> = new Set([
  'GET demo',
  'GET user/info',
  'GET currency/quotation_new',
  'POST wallet/list',
  'POST chat/open',
  'GET transparency/stops',
]);

type Lines = Readonly<Partial<Record<string, readonly CallName[]>>>;

const HELD: readonly CallName[] = ['POST lever/deal', 'POST lever/my_trade', 'POST lever/my_wh_trade'];

const found = import.meta.glob<Lines>('../src/features/*/testing/does-without.ts', {
  eager: true,
  import: 'doesWithout',
});

/**
 * Calls for secondary content: the bell, the customer's alerts and orders on a chart, statistics, hints, and confirmation
 * methods. A feature declares those of its screens in `testing/does-without.ts`; here are those of screens that the app composes.
 */
const lines: Lines = {
  '/pages/kline/index': [
    ...(['GET coin/list', 'GET currency/new_timeshar', 'GET price_alerts'] as const),
    ...(['POST lever/deal', 'POST lever/my_trade'] as const),
  ],
  ...Object.assign({}, ...Object.values(found)),
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
