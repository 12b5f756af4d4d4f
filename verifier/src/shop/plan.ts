/** The shopper's next action: small trades of every kind, in turn. */
import { ONE, divideDown, printDecimal, readDecimal } from '../decimal.ts';
import type { Notebook } from './notebook.ts';
import { tradeKey } from './notebook.ts';

/** The actions that the shopper's market and account allow. */
export type Means = {
  readonly symbol: string;
  /** Whether this account takes the opposite side, so that one of two accounts wins. */
  readonly opposite: boolean;
  readonly bid: string;
  readonly tick: string;
  readonly quantityMin: string;
  readonly quantityStep: string;
  /** The smallest stake and the shortest duration of a ticket; undefined if tickets are not offered. */
  readonly ticket:
    | { readonly stake: string; readonly seconds: number; readonly available: string }
    | undefined;
  /** The smallest position; undefined if the account may not use leverage. */
  readonly position:
    | { readonly quantity: string; readonly leverage: number; readonly available: string }
    | undefined;
};

export type PlannedAct = {
  readonly name: string;
  readonly fields: Readonly<Record<string, string | number>>;
};

/** Resting orders are at this part of the price, where nothing fills them. */
const FAR_PERCENT = 60n;
/** The number of resting orders that stay open. If there are more, the newest is cancelled. */
const RESTING_MAX = 3;
/** The minimum amount of a transfer, as a multiple of the amount that the action needs. */
const TRANSFER_TIMES = 20n;
const POSITION_MARGIN = '200';

/** After this many actions, the sequence starts again. */
export const TURNS = 7;

/** Returns the action of a turn; undefined if there is nothing to do. */
export function planAct(notebook: Notebook, means: Means): PlannedAct | undefined {
  const { symbol } = means;
  switch (notebook.turns % TURNS) {
    case 0:
      return { name: 'POST coin/trade', fields: { ...market(means, 'buy', 2n) } };
    case 1:
      return {
        name: 'POST coin/trade',
        fields: { ...market(means, 'buy', 1n), type: 'limit', price: farBelow(means) },
      };
    case 2:
      return ticket(notebook, means);
    case 3:
      return open(means, notebook);
    case 4:
      return { name: 'POST coin/trade', fields: { ...market(means, 'sell', 1n) } };
    case 5:
      return close(notebook, symbol);
    default:
      return cancel(notebook);
  }
}

function market({ symbol, quantityMin }: Means, side: string, times: bigint): Record<string, string> {
  return { symbol, side, type: 'market', quantity: printDecimal((readDecimal(quantityMin) ?? ONE) * times) };
}

/** Returns a price far below the market, rounded down to a tick. */
function farBelow({ bid, tick }: Means): string {
  const step = readDecimal(tick) ?? 1n;
  const price = divideDown((readDecimal(bid) ?? 0n) * FAR_PERCENT, 100n);
  return printDecimal(divideDown(price, step) * step);
}

function ticket({ turns }: Notebook, { symbol, ticket: offered, opposite }: Means): PlannedAct | undefined {
  if (offered === undefined) return undefined;
  const { stake, seconds, available } = offered;
  if (isLess(available, stake)) return transfer('option', times(stake));
  const side = isEven(turns, opposite) ? 'up' : 'down';
  return { name: 'POST microtrade/submit', fields: { symbol, side, seconds, stake, currency: 'USDT' } };
}

function open({ symbol, position, opposite }: Means, { turns }: Notebook): PlannedAct | undefined {
  if (position === undefined) return undefined;
  const { quantity, leverage, available } = position;
  if (isLess(available, POSITION_MARGIN)) return transfer('contract', times(POSITION_MARGIN));
  const side = isEven(turns, opposite) ? 'long' : 'short';
  return { name: 'POST lever/submit', fields: { symbol, side, type: 'market', quantity, leverage } };
}

const transfer = (to: string, amount: string): PlannedAct => ({
  name: 'POST wallet/transfer',
  fields: { currency: 'USDT', from: 'spot', to, amount },
});

function close({ trades, asked }: Notebook, symbol: string): PlannedAct | undefined {
  const position = Object.values(trades).find(
    ({ product, id, seen }) =>
      product === 'position' &&
      seen['status'] === 'open' &&
      seen['symbol'] === symbol &&
      asked[tradeKey('position', id)] !== true,
  );
  return position && { name: 'POST lever/close', fields: { id: position.id } };
}

/**
 * Cancels the newest resting order. The oldest ones stay open, because these are the ones that an operator could drop
 * unnoticed.
 */
function cancel({ trades, asked }: Notebook): PlannedAct | undefined {
  const resting = Object.values(trades).filter(
    ({ product, id, seen }) =>
      product === 'spot' &&
      seen['status'] === 'open' &&
      seen['type'] === 'limit' &&
      asked[tradeKey('spot', id)] !== true,
  );
  const [newest] = resting.toSorted((one, other) => Number(other.id) - Number(one.id));
  if (resting.length <= RESTING_MAX || newest === undefined) return undefined;
  return { name: 'POST order/cancel', fields: { id: newest.id } };
}

const isEven = (turns: number, opposite: boolean): boolean =>
  (Math.floor(turns / TURNS) % 2 === 0) !== opposite;
const isLess = (one: string, other: string): boolean => (readDecimal(one) ?? 0n) < (readDecimal(other) ?? 0n);
const times = (amount: string): string => printDecimal((readDecimal(amount) ?? 0n) * TRANSFER_TIMES);
