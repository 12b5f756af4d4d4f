/**
 * The outcome of every spot order, as stored in the server's tables and as the oracle computes it from the tape, in the same
 * words.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../../src/quotes/catalogue.ts';
import type { ReplayRun } from './replay-run.ts';
import { protectionOf, spotFate } from './spot-oracle.ts';
import type { SpotEntry, SpotFate, SpotLife, SpotMoment, SpotWish } from './spot-oracle.ts';
import type { SpotTraders } from './spot-trading.ts';

export type SpotRow = Readonly<
  Record<'id' | 'book' | 'symbol' | 'side' | 'type' | 'status' | 'quantity' | 'held', string> &
    Record<'created_ms' | 'begun_seq', string>
> &
  Readonly<
    Record<
      'reason' | 'price' | 'stop' | 'trail_distance' | 'expires_ms' | 'entry_id' | 'ended_seq',
      string | null
    > &
      Record<'cancel_ms' | 'cancel_seq' | 'triggered_seq' | 'fill_seq' | 'fill_price', string | null> &
      Record<'fill_quantity' | 'fill_value' | 'fill_fee', string | null>
  > & {
    readonly fill_age_ms: number;
    readonly cancel_age_ms: number | null;
    readonly fills: number;
    readonly amendments: readonly { readonly seq: string; readonly ms: string; readonly age: number }[];
  };

/** An order with the customer's request and actions, and its outcome according to the oracle. */
export type JudgedOrder = {
  readonly row: SpotRow;
  readonly life: SpotLife;
  readonly found: string;
  readonly expected: string;
  readonly fate: SpotFate | undefined;
};

const ROWS = `
  select o.*, (select b.armed_seq from seen.begun b where b.book = o.book and b.id = o.id) as begun_seq,
    (select count(*)::int from spot_fill f where f.book = o.book and f.order_id = o.id) as fills,
    f.tape_seq as fill_seq, f.price as fill_price, f.quantity as fill_quantity, f.value as fill_value, f.fee as fill_fee,
    coalesce((select jsonb_agg(jsonb_build_object('seq', a.tape_seq::text, 'ms', a.time_ms::text, 'age', a.fill_age_ms) order by a.version)
      from spot_amendment a where a.book = o.book and a.order_id = o.id), '[]') as amendments
  from spot_order o left join spot_fill f on f.book = o.book and f.order_id = o.id and f.leg = 1
  where o.book = any($1) order by o.id`;

export async function spotRows(run: ReplayRun, books: readonly string[]): Promise<SpotRow[]> {
  return (await run.pool.query<SpotRow>(ROWS, [books])).rows;
}

export async function spotTape(run: ReplayRun, symbol: string): Promise<SpotEntry[]> {
  const { rows } = await run.pool.query<
    Record<'seq' | 'time_ms' | 'made_ms' | 'bid' | 'ask', string> & { gap: boolean; rejects: boolean }
  >(
    `select seq, time_ms, least(time_ms, feed_time_ms) as made_ms, gap, coalesce(cause = 'reject', false) as rejects, bid, ask
      from tape where symbol = $1 order by seq`,
    [symbol],
  );
  return rows.map((row) => ({
    ...{ seq: parseInt(row.seq, 10), timeMs: parseInt(row.time_ms, 10), madeMs: parseInt(row.made_ms, 10) },
    ...{ gap: row.gap, rejects: row.rejects, bid: fromNumeric(row.bid), ask: fromNumeric(row.ask) },
  }));
}

/** Judges every order; a sale that protects a purchase is judged by the purchase's outcome. */
export function judgeOrders(
  rows: readonly SpotRow[],
  traders: SpotTraders,
  tapes: ReadonlyMap<string, readonly SpotEntry[]>,
): JudgedOrder[] {
  const judged = new Map<string, JudgedOrder>();
  // Ids are not ordered across the two lanes, so a sale may have a smaller id than the purchase that it protects.
  for (const row of rows.toSorted((one, other) => Number(isSale(one)) - Number(isSale(other)))) {
    const purchase = row.entry_id === null ? undefined : judged.get(row.entry_id);
    const wish = purchase === undefined ? traders.placed.get(row.id)?.wish : protectedBy(purchase);
    if (wish === undefined) {
      // A sale whose purchase has not filled by the rules, or an order that nobody placed, is a difference like any other.
      const life = { wish: NOTHING, accepted: NEVER, changes: [] };
      const expected = `nothing, of ${row.entry_id ?? 'nobody'}: ${purchase?.expected ?? 'not placed'}`;
      judged.set(row.id, { row, life, found: endOfRow(row), expected, fate: undefined });
      continue;
    }
    const life = lifeOf(row, wish, { purchase, traders });
    const tape = tapes.get(row.symbol)!;
    judged.set(row.id, { row, life, found: endOfRow(row), ...expectedOf(life, tape) });
  }
  return [...judged.values()];
}

const isSale = ({ entry_id: entry }: SpotRow): boolean => entry !== null;
const NOTHING = { symbol: '', side: 'sell', type: 'market' } as const;
const NEVER = { seq: 0, ms: 0, ageMs: 0 };

function protectedBy({ life, fate }: JudgedOrder): SpotWish | undefined {
  return fate?.status === 'filled' ? protectionOf(life.wish, fate.quantity) : undefined;
}

function lifeOf(
  row: SpotRow,
  wish: SpotWish,
  { purchase, traders }: { readonly purchase: JudgedOrder | undefined; readonly traders: SpotTraders },
): SpotLife {
  const asked = traders.changes.get(row.id) ?? [];
  if (asked.length !== row.amendments.length)
    throw new Error(`order ${row.id} has ${row.amendments.length} amendments, ${asked.length} were accepted`);
  const accepted = {
    seq: parseInt(row.begun_seq, 10),
    ms: parseInt(row.created_ms, 10),
    ageMs: row.fill_age_ms,
  };
  return {
    wish,
    // The sale that protects a purchase waits from the entry of the fill on, as the oracle computed it.
    accepted: purchase === undefined ? accepted : { ...purchase.life.accepted, seq: purchase.fate?.seq ?? 0 },
    protects: purchase !== undefined,
    changes: row.amendments.map((one, at) => ({
      ...{ seq: parseInt(one.seq, 10), ms: parseInt(one.ms, 10), ageMs: one.age, change: asked[at]! },
    })),
    ...cancelOf(row),
  };
}

function cancelOf({ cancel_ms: ms, cancel_seq: seq, cancel_age_ms: ageMs }: SpotRow): {
  cancel?: SpotMoment;
} {
  if (ms === null || seq === null || ageMs === null) return {};
  return { cancel: { seq: parseInt(seq, 10), ms: parseInt(ms, 10), ageMs } };
}

function expectedOf(life: SpotLife, tape: readonly SpotEntry[]): Pick<JudgedOrder, 'expected' | 'fate'> {
  try {
    const fate = spotFate(life, tape, instruments.get(life.wish.symbol)!);
    return { expected: endOfFate(fate, life.wish), fate };
  } catch (error) {
    // An outcome that the rules do not allow is a difference like any other, and names its order.
    return { expected: (error as Error).message, fate: undefined };
  }
}

const shown = (value: Amount | null): string => (value === null ? '-' : formatAmount(value));

function endOfFate(fate: SpotFate, { side, type, symbol }: SpotWish): string {
  const { status, reason, seq, price, quantity, value, fee, held } = fate;
  const end =
    status === 'filled' ? `at ${shown(price)}, value ${shown(value)}, fee ${shown(fee)}` : (reason ?? '');
  return [
    `${symbol} ${type} ${side} ${shown(quantity)}: ${status} ${String(seq)} ${end}`,
    `holds ${shown(held)}, limit ${shown(fate.limit)}, stop ${shown(fate.stop)}, distance ${shown(fate.distance)}`,
    `until ${String(fate.expiresMs)}, stopped at ${String(fate.triggeredSeq)}`,
  ].join('; ');
}

function endOfRow(row: SpotRow): string {
  const exact = (text: string | null): string => (text === null ? '-' : formatAmount(fromNumeric(text)));
  const fill = `at ${exact(row.fill_price)}, value ${exact(row.fill_value)}, fee ${exact(row.fill_fee)}`;
  const seq = row.status === 'filled' ? row.fill_seq : row.ended_seq;
  return [
    `${row.symbol} ${row.type} ${row.side} ${exact(row.fill_quantity ?? row.quantity)}: ${row.status} ${String(seq)} ${row.status === 'filled' ? fill : (row.reason ?? '')}`,
    `holds ${exact(row.held)}, limit ${exact(row.price)}, stop ${exact(row.stop)}, distance ${exact(row.trail_distance)}`,
    `until ${String(row.expires_ms)}, stopped at ${String(row.triggered_seq)}`,
  ].join('; ');
}

/** The balances of each customer, by account and currency, from the initial ones and the oracle's outcomes of their orders. */
export function balancesOf(
  before: ReadonlyMap<string, Amount>,
  judged: readonly JudgedOrder[],
): Map<string, Amount> {
  const balances = new Map(before);
  const move = (book: string, account: string, currency: string, amount: Amount): void => {
    const name = `${book} ${account} ${currency}`;
    balances.set(name, (balances.get(name) ?? 0n) + amount);
  };
  for (const { row, life, fate } of judged) {
    if (fate === undefined) continue;
    const [base = '', quote = ''] = life.wish.symbol.split('/');
    const isPurchase = life.wish.side === 'buy';
    const held = isPurchase ? quote : base;
    move(row.book, 'spot', held, -fate.held);
    move(row.book, 'spot_frozen', held, fate.held);
    if (fate.status !== 'filled') continue;
    move(row.book, 'spot', base, isPurchase ? fate.quantity : -fate.quantity);
    move(row.book, 'spot', quote, isPurchase ? -(fate.value + fate.fee) : fate.value - fate.fee);
  }
  return balances;
}

export async function spotBalances(run: ReplayRun): Promise<Map<string, Amount>> {
  const { rows } = await run.pool.query<Record<'book' | 'account' | 'currency' | 'amount', string>>(
    `select book, account, currency, amount from balance where account in ('spot', 'spot_frozen')`,
  );
  return new Map(
    rows.map(({ book, account, currency, amount }) => [
      `${book} ${account} ${currency}`,
      fromNumeric(amount),
    ]),
  );
}
