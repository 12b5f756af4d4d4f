/** The SQL of spot besides the executor's: the customer's list, and what the engine watches. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { SPOT_ORDER, armingOf } from './effects.ts';
import { readSpotFill, readSpotOrder } from './tables.ts';
import type { SpotFillRow, SpotOrderRow } from './tables.ts';

const asText = { getTypeParser: () => (value: string) => value };
type TextRow = Record<string, string | null>;

export type ListRequest = {
  readonly book: bigint;
  readonly status: 'in_transaction' | 'completed' | undefined;
  readonly symbol: string | undefined;
  /** Ids below this one; the list goes from new to old. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

export type OrderWithFills = { readonly order: SpotOrderRow; readonly fills: readonly SpotFillRow[] };

/** Newest first; one row more than asked tells whether the list goes on. */
export async function listOrders(pool: Pool, request: ListRequest): Promise<OrderWithFills[]> {
  const open = request.status === undefined ? null : request.status === 'in_transaction';
  const orders = await pool.query<TextRow>({
    name: 'spot-list',
    text: `select * from spot_order
      where book = $1 and id < $2 and ($3::boolean is null or (status = 'open') = $3)
        and ($4::text is null or symbol = $4 or to_symbol = $4)
      order by id desc limit $5`,
    values: [
      request.book,
      request.below ?? 9_000_000_000_000_000_000n,
      open,
      request.symbol ?? null,
      request.limit + 1,
    ],
    types: asText,
  });
  const rows = orders.rows.map(readSpotOrder);
  const fills = await pool.query<TextRow>({
    name: 'spot-list-fills',
    text: `select f.* from unnest($2::bigint[]) as u (id)
      join spot_fill f on f.book = $1 and f.order_id = u.id order by f.order_id, f.leg`,
    values: [request.book, rows.map((row) => row.id)],
    types: asText,
  });
  const byOrder = Map.groupBy(fills.rows.map(readSpotFill), (fill) => fill.orderId);
  return rows.map((order) => ({ order, fills: byOrder.get(order.id) ?? [] }));
}

const TRIGGERS_PAGE = 5000;

/** Every resting order as a trigger, for the engine's start; in pages, so that a million do not lie in memory at once. */
export async function* openTriggers(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'spot-triggers',
      text: `select * from spot_order where status = 'open' and (book, id) > ($1, $2) order by book, id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const order = readSpotOrder(raw);
      const { condition, version, armedSeq, level } = armingOf(order);
      if (level === null) continue;
      yield {
        symbol: order.symbol,
        kind: SPOT_ORDER,
        book: order.book,
        row: order.id,
        version,
        condition,
        level,
        armedSeq,
      };
      after = [order.book, order.id];
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
