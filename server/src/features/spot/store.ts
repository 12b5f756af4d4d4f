/** Queries for spot, except those of the command executor: a customer's orders, and the engine's triggers. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import {
  SPOT_CANCEL,
  SPOT_CONVERSION,
  SPOT_EXPIRY,
  SPOT_ORDER,
  SPOT_STOP,
  armingsOf,
  cancelArmingOf,
} from './effects.ts';
import { spotAmendments, spotFills, spotOrders } from './tables.ts';
import type { SpotAmendmentRow, SpotFillRow, SpotOrderRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

export type ListRequest = {
  readonly book: bigint;
  readonly status: 'in_transaction' | 'completed' | undefined;
  readonly symbol: string | undefined;
  readonly kind?: CallInput<'GET coin/list'>['kind'];
  readonly period?: Period;
  readonly clientOrderId?: string | undefined;
  /** Only the sale that protects the purchase with this id. */
  readonly entryId?: string | undefined;
  /** Only orders with a lower id are returned; the list runs from newest to oldest. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

export type OrderWithFills = {
  readonly order: SpotOrderRow;
  readonly fills: readonly SpotFillRow[];
  /** The name of the API key that placed the order. */
  readonly keyName?: string | undefined;
};

const FILL_COLUMNS = [
  'leg',
  'symbol',
  'side',
  'quantity',
  'price',
  'value',
  'fee',
  'fee_rate',
  'tape_seq',
  'journal_seq',
  'time_ms',
] as const;

/** An order that fills immediately or not at all is stored as a market order with a worst price. */
const KIND = `case when to_symbol is not null then 'convert' when lasts in ('IOC', 'FOK') then 'limit' else type end`;

/**
 * Lists orders, newest first, with one order more than requested if the list continues. A single statement reads orders and
 * fills, because an open order could fill between two statements.
 */
export async function listOrders(pool: Pool, request: ListRequest): Promise<OrderWithFills[]> {
  const { period = ALWAYS } = request;
  const open = request.status === undefined ? null : request.status === 'in_transaction';
  // A separate condition, so that the planner uses its index.
  const ofEntry = request.entryId === undefined ? '' : 'and entry_id = $10::bigint';
  const found = await pool.query<TextRow>({
    name: ofEntry === '' ? 'spot-list' : 'spot-list-of-entry',
    text: `select o.*, k.name as key_name, ${FILL_COLUMNS.map((name) => `f.${name} as fill_${name}`).join(', ')}
      from (
        select * from spot_order
        where book = $1 and id < $2 and ($3::boolean is null or (status = 'open') = $3)
          and ($4::text is null or symbol = $4 or to_symbol = $4)
          and ($6::text is null or $6 in (client_order_id, limit_client_order_id, stop_client_order_id))
          and created_ms >= $7 and created_ms < $8 and ($9::text is null or ${KIND} = $9)
          ${ofEntry}
        order by id desc limit $5
      ) o
      left join spot_fill f on f.book = o.book and f.order_id = o.id
      left join api_order a on a.book = o.book and a.order_id = coalesce(o.entry_id, o.id)
      left join api_key k on k.book = a.book and k.id = a.key_id
      order by o.id desc, f.leg`,
    values: [
      request.book,
      request.below ?? 9_000_000_000_000_000_000n,
      open,
      request.symbol ?? null,
      request.limit + 1,
      request.clientOrderId ?? null,
      period.fromMs,
      period.beforeMs,
      request.kind ?? null,
      ...(request.entryId === undefined ? [] : [request.entryId]),
    ],
    types: asText,
  });
  const orders = new Map<
    string,
    { order: SpotOrderRow; fills: SpotFillRow[]; keyName: string | undefined }
  >();
  for (const raw of found.rows) {
    const id = raw['id'] as string;
    const begun = { order: spotOrders.read(raw), fills: [], keyName: raw['key_name'] ?? undefined };
    const known = orders.get(id) ?? begun;
    orders.set(id, known);
    if (raw['fill_leg'] !== null) known.fills.push(readFill(raw));
  }
  return [...orders.values()];
}

/** Reads one order of a customer with its fills, ordered by leg; undefined if it doesn't exist. */
export async function orderWithFills(
  pool: Pool,
  { book, id }: { readonly book: bigint; readonly id: bigint },
): Promise<OrderWithFills | undefined> {
  const listed = await listOrders(pool, {
    book,
    below: id + 1n,
    limit: 0,
    status: undefined,
    symbol: undefined,
  });
  return listed.find(({ order }) => order.id === id);
}

/** Reads the amendments of an order, oldest first. */
export async function amendmentsOf(
  pool: Pool,
  { book, id }: { readonly book: bigint; readonly id: bigint },
): Promise<SpotAmendmentRow[]> {
  const found = await pool.query<TextRow>({
    name: 'spot-amendments',
    text: 'select * from spot_amendment where book = $1 and order_id = $2 order by version',
    values: [book, id],
    types: asText,
  });
  return found.rows.map((raw) => spotAmendments.read(raw));
}

function readFill(raw: TextRow): SpotFillRow {
  const fill = Object.fromEntries(FILL_COLUMNS.map((name) => [name, raw[`fill_${name}`] ?? null]));
  return spotFills.read({ ...fill, book: raw['book'] ?? null, order_id: raw['id'] ?? null });
}

export const SPOT_KINDS = [SPOT_ORDER, SPOT_CONVERSION, SPOT_STOP, SPOT_CANCEL, SPOT_EXPIRY] as const;
export type SpotKind = (typeof SPOT_KINDS)[number];

const TRIGGERS_PAGE = 5000;

/**
 * Yields the triggers of a kind of resting orders, for the engine's startup. Reads in pages, because a million of them would need
 * too much memory.
 */
export async function* openTriggers(
  connection: Pick<Connection, 'query'>,
  kind: SpotKind,
): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'spot-triggers',
      text: `select * from spot_order where status = 'open' and (book, id) > ($1, $2)
          and case $4 when 'spot_cancel' then cancel_ms is not null when 'spot_expiry' then expires_ms is not null
            when 'spot_stop' then type = 'oco' else (to_symbol is not null) = ($4 = 'spot_conversion') end
        order by book, id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE, kind],
      types: asText,
    });
    for (const raw of result.rows) {
      const order = spotOrders.read(raw);
      after = [order.book, order.id];
      const arming =
        kind === SPOT_CANCEL && order.cancel !== null
          ? cancelArmingOf(order, order.cancel)
          : armingsOf(order).find((each) => each.kind === kind);
      if (arming === undefined) continue;
      const { symbol, condition, version, armedSeq, sinceMs, level } = arming;
      if (level === null) continue;
      yield {
        symbol,
        kind,
        book: order.book,
        row: order.id,
        version,
        condition,
        level,
        armedSeq,
        ...(sinceMs === undefined ? {} : { sinceMs }),
      };
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
