/**
 * The tools that an assistant gets, each a call of the platform's table. The schema of a tool's input is the call's own, so the
 * assistant learns every field and the platform checks it again. An assistant can make no other call: no tool withdraws,
 * transfers, borrows or changes an account.
 */
import { calls } from '@candor/protocol/features.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { toJsonSchema } from '@valibot/to-json-schema';

/** `market` reads what everybody may read, `account` reads the customer's own data, `trade` changes the customer's trades. */
export type Needs = 'market' | 'account' | 'trade';

export type Tool = {
  readonly name: string;
  readonly call: CallName;
  readonly needs: Needs;
  readonly title: string;
  /** A person is asked before the call, if the assistant's program can show a question. */
  readonly asks?: true;
  /** Appended to the call's summary, if an assistant could misunderstand it. */
  readonly note?: string;
};

export const TOOLS: readonly Tool[] = [
  { name: 'quotes', call: 'GET currency/quotation_new', needs: 'market', title: 'Quotes and instruments' },
  {
    name: 'candles',
    call: 'GET currency/new_timeshar',
    needs: 'market',
    title: 'Candles',
    note: 'Times are seconds since 1970.',
  },
  {
    name: 'price_record',
    call: 'GET tape',
    needs: 'market',
    title: 'Price record',
    note: 'Each entry has the SHA-256 of the one before, so anybody can check that none was changed.',
  },
  { name: 'pair_quotes', call: 'GET currency/whlist', needs: 'market', title: 'Forex and metals' },
  { name: 'wallets', call: 'POST wallet/list', needs: 'account', title: 'Balances' },
  { name: 'records', call: 'POST wallet/detail', needs: 'account', title: 'Movements of money' },
  { name: 'value_history', call: 'GET wallet/history', needs: 'account', title: 'Value by day' },
  { name: 'spot_orders', call: 'GET coin/list', needs: 'account', title: 'Spot orders' },
  { name: 'contract_trades', call: 'POST lever/my_trade', needs: 'account', title: 'Contracts' },
  {
    name: 'pair_trades',
    call: 'POST lever/my_wh_trade',
    needs: 'account',
    title: 'Forex and metal positions',
  },
  {
    name: 'place_spot_order',
    call: 'POST coin/trade',
    needs: 'trade',
    title: 'Place a spot order',
    asks: true,
    note: 'Ask the customer before placing it: a filled order cannot be taken back. Amounts are decimal strings; amount is the USDT to spend, quantity the coins.',
  },
  { name: 'cancel_spot_order', call: 'POST order/cancel', needs: 'trade', title: 'Cancel a spot order' },
  {
    name: 'cancel_spot_orders',
    call: 'POST order/cancel_all',
    needs: 'trade',
    title: 'Cancel all spot orders',
  },
];

export type JsonSchema = { type: 'object'; [keyword: string]: unknown };

/** The description as the protocol of assistants lists it. */
export function described({ name, call, title, needs, note }: Tool) {
  const row = calls[call];
  const { $schema: _, ...schema } = toJsonSchema(row.input, { typeMode: 'input', errorMode: 'ignore' });
  return {
    name,
    title,
    description: note === undefined ? row.summary : `${row.summary} ${note}`,
    inputSchema: { type: 'object', ...schema } as JsonSchema,
    annotations: {
      title,
      readOnlyHint: needs !== 'trade',
      destructiveHint: needs === 'trade',
      // An order that is sent twice is two orders, unless both requests carry the same key.
      idempotentHint: needs !== 'trade',
      openWorldHint: true,
    },
  };
}

/** The tools that the given identity can use. */
export function toolsFor(identity: 'nobody' | 'session' | 'key', mayTrade: boolean): readonly Tool[] {
  return TOOLS.filter(
    ({ needs }) => needs === 'market' || (identity !== 'nobody' && (needs === 'account' || mayTrade)),
  );
}
