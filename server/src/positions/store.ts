/** Queries for positions, except those of the command executor: the customer's list, and the triggers for the engine. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { ALWAYS } from '../calls/period.ts';
import type { Period } from '../calls/period.ts';
import type { Connection, Pool } from '../db/pool.ts';
import { awaitedOf, triggerKind, waitOf } from './arming.ts';
import { instrumentOf } from './market.ts';
import type { Instruments } from './market.ts';
import { positionAmendments, positions } from './tables.ts';
import type { PositionAmendmentRow, PositionRow, TriggerPart } from './tables.ts';
import { asText } from '../db/as-text.ts';

type TextRow = Record<string, string | null>;

const STATUSES = {
  holding: ['open', 'closing'],
  in_transaction: ['pending'],
  completed: ['closed', 'cancelled'],
  alive: ['pending', 'open', 'closing'],
} as const;

export type ListRequest = {
  readonly book: bigint;
  /** Undefined means both products. */
  readonly product: PositionRow['product'] | undefined;
  readonly status: keyof typeof STATUSES | undefined;
  readonly symbol: string | undefined;
  readonly kind?: PositionRow['side'] | undefined;
  readonly period?: Period;
  readonly clientOrderId?: string | undefined;
  /** Only ids below this one are listed. */
  readonly below: bigint | undefined;
  readonly limit: number;
};

/** Lists the newest first. One row more than requested is read, to show whether the list continues. */
export async function listPositions(pool: Pool, request: ListRequest): Promise<PositionRow[]> {
  const { book, product, status, symbol, kind, clientOrderId, below, limit, period = ALWAYS } = request;
  const found = await pool.query<TextRow>({
    name: 'position-list',
    text: `select * from position
      where book = $1 and id < $2 and ($3::text is null or product = $3)
        and ($4::text[] is null or status = any($4)) and ($5::text is null or symbol = $5)
        and ($7::text is null or client_order_id = $7) and ($8::text is null or side = $8)
        and coalesce(closed_ms, created_ms) >= $9 and coalesce(closed_ms, created_ms) < $10
      order by id desc limit $6`,
    values: [
      book,
      below ?? 9_000_000_000_000_000_000n,
      product ?? null,
      status === undefined ? null : STATUSES[status],
      symbol ?? null,
      limit + 1,
      clientOrderId ?? null,
      kind ?? null,
      period.fromMs,
      period.beforeMs,
    ],
    types: asText,
  });
  return found.rows.map(positions.read);
}

export async function positionOf(
  pool: Pool,
  { book, id }: { readonly book: bigint; readonly id: bigint },
): Promise<PositionRow | undefined> {
  const all = { product: undefined, status: undefined, symbol: undefined };
  const listed = await listPositions(pool, { book, ...all, below: id + 1n, limit: 0 });
  return listed.find((row) => row.id === id);
}

/** Returns the amendments of a resting order, oldest first. */
export async function amendmentsOf(
  pool: Pool,
  { book, id }: { readonly book: bigint; readonly id: bigint },
): Promise<PositionAmendmentRow[]> {
  const found = await pool.query<TextRow>({
    name: 'position-amendments',
    text: 'select * from position_amendment where book = $1 and position_id = $2 order by version',
    values: [book, id],
    types: asText,
  });
  return found.rows.map((raw) => positionAmendments.read(raw));
}

const TRIGGERS_PAGE = 2000;

/**
 * Yields every trigger of one part, for the engine's startup. Reads in pages, so that a million positions are never in memory
 * together.
 */
export async function* openTriggers(
  connection: Pick<Connection, 'query'>,
  { part, instruments }: { part: TriggerPart; instruments: Instruments },
): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'position-triggers',
      text: `select t.* from position t
        where ${positions.openWhere} and t.armed ? $3 and (t.book, t.id) > ($1, $2)
        order by t.book, t.id limit $4`,
      values: [after[0], after[1], part, TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = positions.read(raw);
      after = [row.book, row.id];
      const armed = row.armed[part];
      const wait = waitOf(row, part, instrumentOf(row, instruments));
      if (armed === undefined || wait === null) continue;
      yield {
        ...wait,
        kind: triggerKind(part),
        book: row.book,
        row: row.id,
        version: armed[0],
        ...awaitedOf(armed),
      };
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
