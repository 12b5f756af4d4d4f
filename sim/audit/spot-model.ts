/**
 * Predicts the outcome of a spot order from the tape and the order alone: when it was sent and answered, what it waits for, and
 * what each of its legs costs. The server's rules are not used.
 */
import { amount, formatAmount } from '../../domain/src/money/amount.ts';
import type { Amount } from '../../domain/src/money/amount.ts';
import type { Deed } from '../crowd/chronicle.ts';
import type { Entry, Tapes } from './tape.ts';

const UNIT = 100_000_000n;
const FEE_RATE = 100_000n;
/**
 * By how much the clock of the database, which dates orders, may be behind that of the process that sends them
 * (`wire/wire.ts`).
 */
const CLOCKS_DIFFER_MS = 5;

export type Leg = Readonly<Record<'symbol' | 'side' | 'quantity' | 'price' | 'value' | 'fee', string>> & {
  readonly tape_seq: number;
};
export type Order = {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly type: string;
  readonly quantity: string;
  readonly price: string | null;
  readonly stop_price: string | null;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly legs: readonly Leg[];
};

export const up = (product: bigint): bigint => (product + UNIT - 1n) / UNIT;

/** The coins and USDT that a filled order adds or removes. */
export function changesOf(order: Order): { readonly coins: Amount; readonly usdt: Amount } {
  let [coins, usdt] = [0n, 0n];
  for (const leg of order.legs) {
    const [quantity, price] = [amount(leg.quantity), amount(leg.price)];
    const isBuy = leg.side === 'buy';
    const value = isBuy ? up(quantity * price) : (quantity * price) / UNIT;
    const fee = up(value * FEE_RATE);
    coins += isBuy ? quantity : -quantity;
    usdt += isBuy ? -(value + fee) : value - fee;
  }
  return { coins, usdt };
}

/** Returns what is wrong with an order. */
export function wrongWith(order: Order, deed: Deed, tapes: Tapes): string[] {
  const tape = tapes.get(order.symbol) ?? [];
  const name = `${deed.who}'s ${order.type} order ${order.id} to ${order.side} ${order.quantity} ${order.symbol}`;
  if (order.status !== 'filled')
    return order.legs.length > 0
      ? [`${name} moved money and is ${order.status}`]
      : missed(name, order, deed, tape);
  const [leg, ...more] = order.legs;
  if (leg === undefined || more.length > 0) return [`${name} has ${order.legs.length} fills`];
  const entry = tape[leg.tape_seq - 1];
  if (entry === undefined || !entry.isQuote)
    return [`${name} was filled at ${leg.tape_seq}, which is no quote`];
  return [...wrongMoney(name, order, leg, entry), ...wrongTime(name, { order, deed, tape, entry })];
}

function wrongMoney(name: string, order: Order, leg: Leg, entry: Entry): string[] {
  const isBuy = order.side === 'buy';
  const price = isBuy ? entry.ask : entry.bid;
  const quantity = amount(leg.quantity);
  const value = isBuy ? up(quantity * price) : (quantity * price) / UNIT;
  const fee = up(value * FEE_RATE);
  const said = [leg.price, leg.value, leg.fee];
  const right = [price, value, fee].map(formatAmount);
  const budget = deedBudget(order, leg);
  return [
    ...(said.join(' ') === right.join(' ')
      ? []
      : [`${name} was filled with ${said.join(' ')} instead of ${right.join(' ')}`]),
    ...(budget === undefined && leg.quantity !== order.quantity
      ? [`${name} was filled with ${leg.quantity}`]
      : []),
  ];
}

/** The quantity of a market purchase for an amount is determined at the fill. */
const deedBudget = (order: Order, _leg: Leg): true | undefined =>
  order.type === 'market' && order.side === 'buy' ? true : undefined;

type Filled = {
  readonly order: Order;
  readonly deed: Deed;
  readonly tape: readonly Entry[];
  readonly entry: Entry;
};

function wrongTime(name: string, { order, deed, tape, entry }: Filled): string[] {
  if (entry.madeMs < deed.sentMs - CLOCKS_DIFFER_MS)
    return [`${name} was filled at an entry made before it was sent`];
  if (!reaches(order, entry)) return [`${name} was filled at ${entry.seq}, which does not reach it`];
  // An entry made after the answer was made after the acceptance, so the first such entry that reaches the
  // order fills it.
  const first = tape.find((other) => other.isQuote && other.madeMs > deed.heardMs && reaches(order, other));
  return first !== undefined && first.seq < entry.seq && order.type !== 'trailing_stop'
    ? [`${name} was filled at ${entry.seq}, though ${first.seq} reached it before`]
    : [];
}

function missed(name: string, order: Order, deed: Deed, tape: readonly Entry[]): string[] {
  if (order.status !== 'open' || order.type === 'trailing_stop') return [];
  const newest = tape.at(-1)?.seq ?? 0;
  const first = tape.find((other) => other.isQuote && other.madeMs > deed.heardMs && reaches(order, other));
  // The newest entries may not have been delivered yet.
  return first !== undefined && first.seq < newest - 2
    ? [`${name} is open, though ${first.seq} reached it`]
    : [];
}

function reaches(order: Order, entry: Entry): boolean {
  const isBuy = order.side === 'buy';
  if (order.type === 'limit' && order.price !== null)
    return isBuy ? entry.ask <= amount(order.price) : entry.bid >= amount(order.price);
  if (order.type === 'stop' && order.stop_price !== null)
    return isBuy ? entry.ask >= amount(order.stop_price) : entry.bid <= amount(order.stop_price);
  return true;
}
