/**
 * Decides a command within the mandate of the API key that requests it, under the lock of the account, both before and after the
 * command's own rule. The database enforces the same (`41-api-keys.sql`).
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { feeOn, mulDivUp, valuePaid } from '@candor/domain/money/rounding.ts';
import { refuse } from '@candor/domain/outcome.ts';
import type { Refusal } from '@candor/domain/outcome.ts';
import { append, of, put } from '../../commands/command.ts';
import type { Command, Decision, Effects, Facts, KeyRefusal, Needs } from '../../commands/command.ts';
import { standingNeed, standingOf } from '../account-standing.ts';
import { ANY_SYMBOL, apiAmendments, apiOrders, mandates, openKeyOrders, wordsOf } from './tables.ts';
import type { Mandate } from './tables.ts';

/** The properties of a spot order that decide whether it is within a mandate. */
type KeyedOrder = {
  readonly id: bigint;
  readonly symbol: string;
  readonly toSymbol: string | null;
  readonly side: 'buy' | 'sell';
  readonly quantity: Amount;
  readonly price: Amount | null;
  readonly stop: Amount | null;
  readonly budget: Amount | null;
  readonly trailDistance: Amount | null;
  readonly feeRate: Amount;
  /** The fee rate of the coin bought, for a coin-to-coin order. */
  readonly toFeeRate: Amount | null;
  /** Set if the order is a purchase with a bracket. */
  readonly takeProfit: Amount | null;
  readonly stopLoss: Amount | null;
  /** The purchase that the order protects. The order was not placed on its own. */
  readonly entryId: bigint | null;
  readonly type: string;
  readonly version: number;
  readonly amendedMs: number | null;
};
/** A new order, or an amended one with its previous terms. */
type Judged = { readonly order: KeyedOrder; readonly was?: KeyedOrder };

/**
 * The only table whose rows a key may write. A command that writes any other is refused, even if a key manages to submit it.
 */
const ORDERS = 'spot_order';
/** The command that amends an order. It needs to know which key placed the order. */
const AMENDS = 'spot.amend';
/** Orders by keys must settle in this currency, which makes sizes and losses comparable. */
const SETTLED_IN = '/USDT';

/**
 * The suffix of a command's name if an API key requests it. The command's record then contains the key and its mandate at that
 * time.
 */
export const BY_KEY = '.by_key';

/** The input of a command by an API key: the command's own input, and the number of the key. */
type ByKey<Input> = Input & { readonly apiKey: bigint };

/** Returns the same command, decided within the mandate of the key that its input names. */
export function withinMandate<Input, Answer, Code extends string>(
  command: Command<Input, Answer, Code>,
): Command<ByKey<Input>, Answer, Code | KeyRefusal> {
  const { recording } = command;
  return {
    name: `${command.name}${BY_KEY}`,
    gather: (input) => {
      const needs = withMandate(command.gather(ownOf(input)), input.apiKey);
      return command.name === AMENDS ? withKeysOfOrders(needs) : needs;
    },
    decide: (input, facts) => {
      const mandate = facts.row(mandates, input.apiKey);
      const ended = endedBy(mandate, facts);
      if (ended !== undefined || mandate === undefined) return ended ?? refuse('api_key_revoked');
      const decision = command.decide(ownOf(input), facts);
      return decision.ok ? bounded(decision.value, mandate, facts) : decision;
    },
    ...(recording !== undefined && {
      recording: {
        keep: (input, pseudonym) => ({
          ...recording.keep(ownOf(input), pseudonym),
          apiKey: input.apiKey,
        }),
        read: ({ apiKey, ...kept }) => ({ ...(recording.read(kept) as object), apiKey }),
      },
    }),
  };
}

function ownOf<Input>({ apiKey: _, ...own }: ByKey<Input>): Input {
  return own as unknown as Input;
}

function withMandate(needs: Needs, id: bigint): Needs {
  return { ...needs, rows: [...(needs.rows ?? []), { table: of(mandates), id }, standingNeed] };
}

/** Adds the rows that say which keys placed the orders that the command reads. */
function withKeysOfOrders(needs: Needs): Needs {
  const { rows = [], open = [] } = needs;
  const named = rows.filter(({ table }) => table.name === ORDERS);
  return {
    ...needs,
    rows: [...rows, ...named.map(({ id }) => ({ table: of(openKeyOrders), id }))],
    open: [...open, ...(open.some(({ name }) => name === ORDERS) ? [of(openKeyOrders)] : [])],
  };
}

type Violation = { readonly ok: false; readonly refusal: Refusal<KeyRefusal> };

function endedBy(mandate: Mandate | undefined, facts: Facts): Violation | undefined {
  if (mandate === undefined || mandate.revokedMs !== null) return refuse('api_key_revoked');
  if (mandate.expiresMs <= facts.wallMs) return refuse('api_key_expired');
  return standingOf(facts)?.status === 'active' ? undefined : refuse('account_frozen');
}

function bounded<Answer>(
  effects: Effects<Answer>,
  mandate: Mandate,
  facts: Facts,
): Decision<Answer, KeyRefusal> {
  const puts = effects.puts ?? [];
  if (puts.some(({ table }) => table.name !== ORDERS)) return refuse('api_scope_missing');
  const judged: Judged[] = [];
  for (const { table, row } of puts) {
    const order = row as KeyedOrder;
    const foreign = foreignSymbol(order, mandate);
    if (foreign !== undefined) return refuse('api_symbol_refused', { params: { symbol: foreign } });
    const was = facts.row(table, order.id) as KeyedOrder | undefined;
    if (was === undefined ? order.entryId === null : was.amendedMs !== order.amendedMs)
      judged.push(was === undefined ? { order } : { order, was });
  }
  if (judged.length === 0) return { ok: true, value: effects };
  let { reserved } = mandate;
  for (const one of judged) {
    const room = { ...mandate, reserved: reserved - leastCostOf(one.was) };
    const size = sizeOf(one.order, facts);
    const violation = violationOf(one, room, { size, facts });
    if (violation !== undefined) return violation;
    reserved = room.reserved + costOf(one.order, size ?? 0n, facts);
  }
  // The next order of this key in the batch is checked with the cost of this one included.
  const counted = { ...effects, puts: [...puts, put(mandates, { ...mandate, reserved })] };
  const named = judged.map((one) => namedBy(mandate, one));
  return { ok: true, value: { ...counted, appends: [...(effects.appends ?? []), ...named] } };
}

/** Writes the row that names the key of an order or an amendment. */
function namedBy({ book, id: keyId }: Mandate, { order, was }: Judged) {
  const named = { book, orderId: order.id, keyId };
  return was === undefined
    ? append(apiOrders, named)
    : append(apiAmendments, { ...named, version: order.version });
}

function foreignSymbol({ symbol, toSymbol }: KeyedOrder, { symbols }: Mandate): string | undefined {
  const allowed = symbols === ANY_SYMBOL ? undefined : new Set(wordsOf(symbols));
  return [symbol, ...(toSymbol === null ? [] : [toSymbol])].find(
    (one) => !one.endsWith(SETTLED_IN) || allowed?.has(one) === false,
  );
}

/** Returns the first violation, in the order in which the README lists them. */
function violationOf(
  { order, was }: Judged,
  { id, orderMax, lossMax, askAbove, loss, reserved }: Mandate,
  { size, facts }: { readonly size: Amount | undefined; readonly facts: Pick<Facts, 'head' | 'row'> },
): Violation | undefined {
  // If the order were another key's, its loss would not count towards this key's limit.
  if (was !== undefined && facts.row(openKeyOrders, order.id)?.keyId !== id)
    return refuse('api_scope_missing');
  if (size === undefined || size > orderMax)
    return refuse('api_order_too_big', { params: { max: formatAmount(orderMax) } });
  if (loss >= lossMax || loss + reserved + costOf(order, size, facts) > lossMax)
    return refuse('api_loss_reached', { params: { max: formatAmount(lossMax) } });
  if (askAbove !== null && size > askAbove)
    return refuse('api_order_waits', { params: { ...askedAbout(order, was), size: formatAmount(size) } });
  return undefined;
}

/** Returns the order for which the customer's confirmation is requested; for an amendment, the order as amended. */
function askedAbout(order: KeyedOrder, was: KeyedOrder | undefined): Readonly<Record<string, string>> {
  const { id, symbol, side, type, quantity, price, stop, trailDistance } = order;
  if (was === undefined) return { symbol };
  return {
    ...{ symbol, amends: id.toString(), side, type, quantity: formatAmount(quantity) },
    ...(price === null ? {} : { price: formatAmount(price) }),
    ...(stop === null ? {} : { stop_price: formatAmount(stop) }),
    ...(trailDistance === null ? {} : { trailing: formatAmount(trailDistance) }),
  };
}

/**
 * Returns the maximum that an order pays or takes in, in USDT and before fees: at its limit or its stop, whichever is higher, or
 * if it has neither, at the newest price. A sale takes in more if the price is already higher. Returns undefined if there is no
 * price.
 */
function sizeOf(order: KeyedOrder, facts: Pick<Facts, 'head'>): Amount | undefined {
  const { side, quantity, price, stop, budget, symbol, trailDistance } = order;
  if (budget !== null) return budget;
  const head = facts.head(symbol);
  if (head === undefined) return undefined;
  const set = higher(price ?? 0n, stop ?? 0n);
  if (side === 'sell') return valuePaid(quantity, higher(set, head.bid));
  return valuePaid(quantity, set === 0n ? head.ask + (trailDistance ?? 0n) : set);
}

/**
 * Returns the certain cost of an order once it fills, in USDT: its fees, and the difference between the ask and the bid. A
 * purchase with a bracket costs twice as much, because its sale costs the same again.
 */
function costOf(order: KeyedOrder, size: Amount, facts: Pick<Facts, 'head'>): Amount {
  const { symbol, toSymbol, feeRate, toFeeRate, takeProfit, stopLoss } = order;
  const spread = (leg: string | null): Amount => {
    const head = leg === null ? undefined : facts.head(leg);
    return head === undefined ? 0n : mulDivUp(size, head.ask - head.bid, head.bid);
  };
  const once = feeOn(size, feeRate) + feeOn(size, toFeeRate ?? 0n) + spread(symbol) + spread(toSymbol);
  return takeProfit === null && stopLoss === null ? once : 2n * once;
}

/**
 * Returns the minimum cost of an open order: its fees at its own prices. The spread at its acceptance is no longer known here, so
 * an amendment is judged as if the order used only that much of the limit.
 */
function leastCostOf(was: KeyedOrder | undefined): Amount {
  if (was === undefined) return 0n;
  const fees = feeOn(valuePaid(was.quantity, higher(was.price ?? 0n, was.stop ?? 0n)), was.feeRate);
  return was.takeProfit === null && was.stopLoss === null ? fees : 2n * fees;
}

const higher = (one: Amount, other: Amount): Amount => (one > other ? one : other);
