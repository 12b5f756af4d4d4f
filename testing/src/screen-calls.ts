/** The load of the home screen, the histories, the statements and the console's queues on a server. */
import type { ConsoleLine } from './console-line.ts';

export type ScreenCall = {
  readonly screen: 'home' | 'history' | 'statement' | 'console';
  readonly name: string;
  readonly fields?: Readonly<Record<string, string | number>>;
};

/** Of a customer; `deep` is a cursor far into the orders. */
export const customerCalls = (month: string): readonly ScreenCall[] => [
  { screen: 'home', name: 'POST wallet/list' },
  { screen: 'home', name: 'GET wallet/accumulated' },
  { screen: 'home', name: 'GET user/info' },
  { screen: 'home', name: 'POST lever/my_trade' },
  { screen: 'home', name: 'GET user/usermessage' },
  { screen: 'history', name: 'GET coin/list', fields: { limit: 50 } },
  { screen: 'history', name: 'POST wallet/detail', fields: { limit: 50 } },
  { screen: 'history', name: 'GET microtrade/lists', fields: { limit: 50 } },
  { screen: 'history', name: 'GET cashlist/log', fields: { limit: 50 } },
  { screen: 'history', name: 'GET wallet/history', fields: { days: 30 } },
  { screen: 'statement', name: 'GET statement/periods' },
  { screen: 'statement', name: 'GET statement/one', fields: { period: month } },
];

export const consoleCalls = (customer: string): readonly ScreenCall[] => [
  { screen: 'console', name: 'GET cases' },
  { screen: 'console', name: 'GET cases', fields: { kind: 'withdrawal' } },
  { screen: 'console', name: 'GET dashboard' },
  { screen: 'console', name: 'GET morning', fields: { from: 0 } },
  { screen: 'console', name: 'GET withdrawals' },
  { screen: 'console', name: 'GET withdrawals', fields: { status: 'success' } },
  { screen: 'console', name: 'GET customers' },
  { screen: 'console', name: 'GET customers', fields: { q: 'made17' } },
  { screen: 'console', name: 'GET customer', fields: { customer } },
  { screen: 'console', name: 'GET timeline', fields: { customer } },
  { screen: 'console', name: 'GET audit' },
];

/** Asks as an operator. */
export async function askConsole(line: ConsoleLine, { name, fields = {} }: ScreenCall): Promise<void> {
  await line.done(name as never, fields as never);
}
