/**
 * The commands whose orders are tried, and what must be there before them. Two commands that need the same thing, such as a resting
 * order, share it, so that they meet at the same row.
 */
import type { ConsoleCallName } from '../../protocol/src/console/console-calls.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a customer can ask for, and what is known of what was made before. */
export type Account = {
  readonly id: string;
  readonly address: string;
  ask(name: string, fields: Fields): Promise<unknown>;
  /** An image that was uploaded and not used yet. */
  voucher(): Promise<string>;
};

/** What stands before the commands: the answer of the call that made it. */
export type Made = Fields & { readonly id: string };
export type Maker = {
  readonly after?: readonly ThingName[];
  make(account: Account): Promise<unknown>;
};

const usdt = (from: string, to: string, amount: string): Fields => ({ currency: 'USDT', from, to, amount });
const BTC = { symbol: 'BTC/USDT' };
const calls = (name: string, fields: Fields): Maker => ({ make: ({ ask }) => ask(name, fields) });

export const THINGS = {
  coins: calls('POST coin/trade', { ...BTC, side: 'buy', type: 'market', quantity: '0.2' }),
  'resting purchase': calls('POST coin/trade', {
    ...{ ...BTC, side: 'buy', type: 'limit', quantity: '0.5', price: '64000' },
  }),
  'resting sale': {
    after: ['coins'],
    make: ({ ask }: Account) =>
      ask('POST coin/trade', { ...BTC, side: 'sell', type: 'limit', quantity: '0.15', price: '70000' }),
  },
  'contract money': calls('POST wallet/transfer', usdt('spot', 'contract', '20000')),
  'option money': calls('POST wallet/transfer', usdt('spot', 'option', '1000')),
  position: {
    after: ['contract money'],
    make: ({ ask }: Account) =>
      ask('POST lever/submit', { ...BTC, side: 'long', type: 'market', quantity: '0.2', leverage: 10 }),
  },
  'resting contract': {
    after: ['contract money'],
    make: ({ ask }: Account) =>
      ask('POST lever/submit', {
        ...{ ...BTC, side: 'long', type: 'limit', price: '60000', quantity: '0.3', leverage: 10 },
      }),
  },
  'purchase plan': calls('POST recurring/create', {
    ...{ ...BTC, amount: '25', every: 'day', on_day: 0, hour: 3 },
  }),
  'fund order': calls('POST lh/deposit', { amount: '1000' }),
  quote: {
    make: async ({ ask }: Account) => {
      const asked = { from: 'USDT', to: 'BTC', amount: '1000' };
      const { quote_id: id } = (await ask('POST wallet/flash_quote', asked)) as { readonly quote_id: string };
      return { ...asked, id };
    },
  },
  withdrawal: {
    make: ({ ask, address }: Account) =>
      ask('POST wallet/out', { currency: 'USDT', amount: '45000', address, trading_password: '135790' }),
  },
  deposit: {
    make: async ({ ask, voucher }: Account) =>
      ask('POST wallet/charge_req', {
        ...{ currency: 'USDT', network: 'tron', amount: '100', voucher: await voucher() },
      }),
  },
} as const satisfies Readonly<Record<string, Maker>>;

export type ThingName =
  | 'coins'
  | 'resting purchase'
  | 'resting sale'
  | 'contract money'
  | 'option money'
  | 'position'
  | 'resting contract'
  | 'purchase plan'
  | 'fund order'
  | 'quote'
  | 'withdrawal'
  | 'deposit';

export type Command = {
  readonly needs: readonly ThingName[];
  /** A customer's call, or an operator's if it has a name of the console. */
  readonly call: string;
  readonly by?: 'customer' | 'rosa' | 'ines' | 'ada';
  fields(things: (name: ThingName) => Made, account: Account): Fields | Promise<Fields>;
  /** Whether prices move, and who watches that the orders that they reach are filled. */
  readonly isPrice?: true;
};

const asks = (call: string, fields: Fields, needs: readonly ThingName[] = []): Command => ({
  ...{ call, needs },
  fields: () => fields,
});
/** A call about a thing, by its id. */
const asksOf = (call: string, thing: ThingName, fields: Fields = {}): Command => ({
  ...{ call, needs: [thing] },
  fields: (made) => ({ id: made(thing).id, ...fields }),
});

export const COMMANDS = {
  // Spot orders that need nearly all of the money, or of the coins, so that two of them do not fit.
  'buys at market': asks('POST coin/trade', { ...BTC, side: 'buy', type: 'market', amount: '55000' }),
  'buys with a limit': asks('POST coin/trade', {
    ...{ ...BTC, side: 'buy', type: 'limit', quantity: '1', price: '60000' },
  }),
  'sells at market': asks('POST coin/trade', { ...BTC, side: 'sell', type: 'market', quantity: '0.15' }, [
    'coins',
  ]),
  'sells with a limit': asks(
    'POST coin/trade',
    { ...BTC, side: 'sell', type: 'limit', quantity: '0.15', price: '70000' },
    ['coins'],
  ),
  'places an OCO': asks(
    'POST coin/trade',
    { ...BTC, side: 'sell', type: 'oco', quantity: '0.12', price: '70000', stop_price: '60000' },
    ['coins'],
  ),
  'cancels a purchase': asksOf('POST order/cancel', 'resting purchase'),
  'amends a purchase': asksOf('POST order/amend', 'resting purchase', { quantity: '0.9' }),
  'cancels a sale': asksOf('POST order/cancel', 'resting sale'),
  'cancels all orders': asks('POST order/cancel_all', {}, ['resting purchase']),
  'cancels everything': asks('POST orders/cancel_all', {}, ['resting purchase', 'resting contract']),
  'sends a batch': {
    needs: ['resting purchase'],
    call: 'POST orders/batch',
    fields: (made) => ({
      orders: [
        {
          call: 'POST order/cancel',
          fields: { id: made('resting purchase').id },
          idempotency_key: 'batch-1',
        },
        {
          call: 'POST coin/trade',
          fields: { ...BTC, side: 'buy', type: 'market', amount: '60000' },
          idempotency_key: 'batch-2',
        },
      ],
    }),
  },
  // Transfers of nearly everything.
  'moves spot to contracts': asks('POST wallet/transfer', usdt('spot', 'contract', '60000')),
  'moves spot to options': asks('POST wallet/transfer', usdt('spot', 'option', '60000')),
  'moves contracts to spot': asks('POST wallet/transfer', usdt('contract', 'spot', '19000'), [
    'contract money',
  ]),
  'moves options to spot': asks('POST wallet/transfer', usdt('option', 'spot', '900'), ['option money']),
  'opens a position': asks(
    'POST lever/submit',
    { ...BTC, side: 'long', type: 'market', quantity: '1.5', leverage: 10 },
    ['contract money'],
  ),
  'opens the other side': asks(
    'POST lever/submit',
    { ...BTC, side: 'short', type: 'market', quantity: '1.6', leverage: 10 },
    ['contract money'],
  ),
  'closes a position': asksOf('POST lever/close', 'position'),
  'reduces a position': asks('POST lever/reduce', { ...BTC, side: 'short', quantity: '0.15' }, ['position']),
  'closes all positions': asks('POST lever/dealall', {}, ['position']),
  'adds margin': asksOf('POST lever/setstop', 'position', { add_margin: '15000' }),
  'sets a stop': asksOf('POST lever/setstop', 'position', { stop_loss: '60000' }),
  'cancels a contract': asksOf('POST lever/cancel', 'resting contract'),
  'amends a contract': asksOf('POST lever/amend', 'resting contract', { quantity: '2' }),
  'buys a ticket': asks(
    'POST microtrade/submit',
    { ...BTC, side: 'up', seconds: 60, stake: '600', currency: 'USDT' },
    ['option money'],
  ),
  'buys the other ticket': asks(
    'POST microtrade/submit',
    { ...BTC, side: 'down', seconds: 60, stake: '700', currency: 'USDT' },
    ['option money'],
  ),
  'converts as quoted': {
    needs: ['quote'],
    call: 'POST wallet/flashAgainst',
    fields: (made) => {
      const { id: quote_id, ...asked } = made('quote');
      return { ...asked, quote_id };
    },
  },
  'invests in the fund': asks('POST lh/deposit', { amount: '60000' }),
  'ends a fund order': asksOf('POST lh/deposit/cancel', 'fund order'),
  'creates a plan': asks('POST recurring/create', {
    ...{ symbol: 'ETH/USDT', amount: '30', every: 'week', on_day: 1, hour: 4 },
  }),
  'pauses a plan': asksOf('POST recurring/pause', 'purchase plan'),
  'deletes a plan': asksOf('POST recurring/delete', 'purchase plan'),
  'withdraws money': {
    needs: [],
    call: 'POST wallet/out',
    fields: (_, { address }) => ({
      ...{ currency: 'USDT', amount: '60000', address, trading_password: '135790' },
    }),
  },
  'cancels a withdrawal': asksOf('POST wallet/out_cancel', 'withdrawal'),
  'cancels a deposit': asksOf('POST wallet/charge_cancel', 'deposit'),
  'arms the switch': asks('POST orders/dead_mans_switch', { seconds: 60 }),
  'starts over': asks('POST demo/start_over', {}),
  // Operators.
  'an operator approves a deposit': {
    ...{ needs: ['deposit'], call: 'POST deposit_decide', by: 'rosa' },
    fields: (made, { id }) => ({ customer: id, id: made('deposit').id, verdict: 'approve', amount: '100' }),
  },
  'an operator rejects a deposit': {
    ...{ needs: ['deposit'], call: 'POST deposit_decide', by: 'ines' },
    fields: (made, { id }) => ({
      ...{ customer: id, id: made('deposit').id, verdict: 'reject', amount: '100', reason: 'not_received' },
    }),
  },
  'an operator approves a withdrawal': {
    ...{ needs: ['withdrawal'], call: 'POST withdrawal_decide', by: 'rosa' },
    fields: (made, { id }) => ({
      ...{ customer: id, id: made('withdrawal').id, verdict: 'approve', amount: '45000', address: '' },
    }),
  },
  'an operator rejects a withdrawal': {
    ...{ needs: ['withdrawal'], call: 'POST withdrawal_decide', by: 'ines' },
    fields: (made, { id }) => ({
      ...{ customer: id, id: made('withdrawal').id, verdict: 'reject', amount: '45000', address: '' },
      reason: 'suspected_misuse',
    }),
  },
  // The leader.
  'the price reaches the purchase': {
    ...{ needs: ['resting purchase'], call: 'the market', isPrice: true },
    fields: () => ({}),
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof COMMANDS;
export type OperatorCall = ConsoleCallName;
