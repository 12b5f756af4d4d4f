/** Random orders and random changes of the resulting positions, the same for the same seed. */
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { amount, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type {
  OracleAmendment,
  OracleChange,
  OracleEntry,
  OracleOrder,
  OracleReduction,
} from '../../src/positions/testing/oracle-order.ts';
import { createRandom } from '../../src/quotes/feeds/random.ts';

export type RandomOrder = OracleOrder & { readonly collateral: 'contract' | 'promo' };

/** The current state of a position or order, from which a possible action is chosen. */
export type Standing = {
  readonly isPending: boolean;
  readonly side: 'long' | 'short';
  /** The entry price of a position, or the limit of an order. */
  readonly price: Amount;
  readonly openQuantity: Amount;
  readonly collateral: 'contract' | 'promo';
  readonly stopReason: 'stop_loss' | 'profit_lock' | null;
  readonly order: RandomOrder;
};

export type RandomAct =
  | { readonly kind: 'change'; readonly change: OracleChange }
  | { readonly kind: 'close'; readonly quantity?: Amount }
  | { readonly kind: 'amend'; readonly amendment: OracleAmendment }
  | { readonly kind: 'reduce'; readonly reduction: OracleReduction }
  | { readonly kind: 'cancel' };

/** The highest cost of a position on credit, and the number of such positions that one customer's credit can pay for. */
const PROMO_COST_MAX = amount('8');
const PROMO_TICKETS = 10;

export function randomPositions(seed: string, options: { readonly reach: number }) {
  const random = createRandom(seed);
  const among = (count: number): number => Math.floor(random.next() * count);
  const oneOf = <Item>(items: readonly Item[]): Item => items[among(items.length)]!;
  const chance = (share: number): boolean => random.next() < share;
  let promoTickets = 0;

  /** Returns a distance in whole ticks, at least one, and seldom large. */
  const distance = ({ tickSize }: ContractInstrument, price: Amount): Amount => {
    const part = BigInt(Math.round(options.reach * random.next() ** 2 * 1e6));
    return ((price * part) / 1_000_000n / tickSize + 1n) * tickSize;
  };
  const maybe = <Value>(share: number, value: () => Value): Value | undefined =>
    chance(share) ? value() : undefined;

  const sizeOf = (instrument: ContractInstrument, price: Amount, leverage: number): Amount => {
    const { contractSize, contractStep, contractMin, contractMax } = instrument;
    const notional = BigInt(Math.round((5 + 145 * random.next() ** 2) * leverage)) * ONE;
    const steps = (notional * ONE * ONE) / (price * contractSize) / contractStep;
    const quantity = steps * contractStep;
    return quantity < contractMin ? contractMin : quantity > contractMax ? contractMax : quantity;
  };

  /** A part of the open quantity, in whole steps. */
  const partOf = ({ contractMin, contractStep }: ContractInstrument, open: Amount): Amount => {
    const steps = (open - 2n * contractMin) / contractStep;
    return contractMin + ((steps * BigInt(among(1001))) / 1000n) * contractStep;
  };

  /** Another level if the order has no levels that it could pass, another quantity, or both. */
  const amendment = (
    instrument: ContractInstrument,
    order: RandomOrder,
    { bid, ask }: OracleEntry,
  ): OracleAmendment => {
    const [at, up] = order.side === 'long' ? [ask, 1n] : [bid, -1n];
    const away = up * distance(instrument, at);
    const isFree = [order.takeProfit, order.stopLoss, order.trailing].every((level) => level === undefined);
    const level = isFree ? (order.stop === undefined ? at - away : at + away) : undefined;
    const quantity = level === undefined || chance(0.5) ? sizeOf(instrument, at, order.leverage) : undefined;
    return { ...(level === undefined ? {} : { level }), ...(quantity === undefined ? {} : { quantity }) };
  };

  /** An order that closes the position, or a part of it, when the price has gone further in either direction. */
  const reduction = (
    instrument: ContractInstrument,
    { side, openQuantity }: Standing,
    { bid, ask }: OracleEntry,
  ): OracleReduction => {
    const [at, up] = side === 'long' ? [bid, 1n] : [ask, -1n];
    const away = up * distance(instrument, at);
    const isPart = openQuantity >= 2n * instrument.contractMin && chance(0.5);
    return {
      ...(chance(0.5)
        ? { type: 'limit' as const, level: at + away }
        : { type: 'stop' as const, level: at - away }),
      ...(isPart ? { quantity: partOf(instrument, openQuantity) } : {}),
    };
  };

  return {
    chance,
    /**
     * `only` is the side of a customer who keeps to one side. Only such customers have credit, because credit is never one half
     * of a hedge.
     */
    order(
      instrument: ContractInstrument,
      { bid, ask }: OracleEntry,
      {
        only,
        hasStops = false,
      }: { readonly only?: 'long' | 'short' | undefined; readonly hasStops?: boolean } = {},
    ): RandomOrder {
      const side = only ?? oneOf(['long', 'short'] as const);
      const up = side === 'long' ? 1n : -1n;
      const leverage = oneOf(instrument.leverages);
      const at = side === 'long' ? ask : bid;
      const kind = random.next();
      const away = distance(instrument, at);
      // Most limit orders rest; a few are marketable and fill immediately. Three orders in ten wait for the price to reach
      // them from the other side.
      const stop = hasStops && kind >= 0.3 && kind < 0.6 ? at + up * away : undefined;
      const limit =
        kind < 0.6 ? undefined : kind < 0.95 ? at - up * away : side === 'long' ? ask + away : bid;
      const waits = stop ?? (kind < 0.95 ? limit : undefined);
      const [entry, current] = waits !== undefined ? [waits, waits] : [at, side === 'long' ? bid : ask];
      const better = (entry - current) * up > 0n ? entry : current;
      const worse = better === entry ? current : entry;
      const quantity = sizeOf(instrument, at, leverage);
      const smallest = instrument.contractMin;
      const notional = (smallest * instrument.contractSize * at) / ONE / ONE;
      const cost = notional / BigInt(leverage) + (notional * instrument.contractFeeRate) / ONE;
      const isPromo =
        only !== undefined && promoTickets < PROMO_TICKETS && cost < PROMO_COST_MAX && chance(0.3);
      if (isPromo) promoTickets += 1;
      const takeProfit = maybe(0.4, () => better + up * distance(instrument, at));
      const stopLoss = maybe(0.4, () => worse - up * distance(instrument, at));
      const trailing = maybe(0.25, () => distance(instrument, at));
      return {
        side,
        leverage,
        quantity: isPromo ? smallest : quantity,
        collateral: isPromo ? 'promo' : 'contract',
        ...(limit === undefined ? {} : { limit }),
        ...(stop === undefined ? {} : { stop }),
        ...(takeProfit === undefined ? {} : { takeProfit }),
        ...(stopLoss === undefined ? {} : { stopLoss }),
        ...(trailing === undefined ? {} : { trailing }),
      };
    },

    /** Returns a customer's next action on the position or order; usually none. */
    act(instrument: ContractInstrument, standing: Standing, head: OracleEntry): RandomAct | undefined {
      const { isPending, side, price, openQuantity, collateral, stopReason } = standing;
      const up = side === 'long' ? 1n : -1n;
      if (isPending && chance(0.15)) return { kind: 'cancel' };
      if (isPending && collateral === 'contract' && chance(0.4))
        return { kind: 'amend', amendment: amendment(instrument, standing.order, head) };
      if (!isPending && chance(0.3))
        return { kind: 'reduce', reduction: reduction(instrument, standing, head) };
      if (!isPending && chance(0.1)) return { kind: 'close' };
      if (!isPending && openQuantity >= 2n * instrument.contractMin && chance(0.3))
        return { kind: 'close', quantity: partOf(instrument, openQuantity) };
      const current = isPending ? price : side === 'long' ? head.bid : head.ask;
      const better = (price - current) * up > 0n ? price : current;
      const worse = better === price ? current : price;
      const gained = ((current - price) * up) / instrument.tickSize;
      if (gained > 2n && chance(0.7)) {
        const ticks = 1n + ((gained - 2n) * BigInt(among(1001))) / 1000n;
        return { kind: 'change', change: { profitLock: price + up * ticks * instrument.tickSize } };
      }
      const takeProfit = maybe(0.2, () => (chance(0.3) ? null : better + up * distance(instrument, current)));
      const stopLoss = maybe(0.2, () =>
        chance(0.3) && stopReason === 'stop_loss' ? null : worse - up * distance(instrument, current),
      );
      const trailing = maybe(0.2, () => (chance(0.3) ? null : distance(instrument, current)));
      const addMargin =
        isPending || collateral === 'promo'
          ? undefined
          : maybe(0.2, () => amount('0.01') * BigInt(1 + among(3000)) + 1n);
      const change = {
        ...(takeProfit === undefined ? {} : { takeProfit }),
        ...(stopLoss === undefined ? {} : { stopLoss }),
        ...(trailing === undefined ? {} : { trailing }),
        ...(addMargin === undefined ? {} : { addMargin }),
      };
      return Object.keys(change).length === 0 ? undefined : { kind: 'change', change };
    },
  };
}
