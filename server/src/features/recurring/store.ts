/**
 * Queries for recurring purchases, except those of the command executor: results of plans, their history, and the engine's
 * triggers.
 */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { ALWAYS } from '../../calls/period.ts';
import type { Period } from '../../calls/period.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { armingsOf, orderedArming, recurringPlans, recurringPurchases } from './tables.ts';
import type { PlanKind, PlanRow, PurchaseRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';
import { limits } from './limits.ts';

const TRIGGERS_PAGE = 1000;
type TextRow = Record<string, string | null>;

/** Totals of a plan's purchases so far: their number, the quantity of the coin, and the cost with fees. */
export type Bought = { readonly times: number; readonly quantity: Amount; readonly spent: Amount };
export type PlanWithBought = { readonly plan: PlanRow; readonly bought: Bought };

export async function plansOf(
  db: Pick<Pool, 'query'>,
  { book, id }: { readonly book: bigint; readonly id?: bigint },
): Promise<PlanWithBought[]> {
  const found = await db.query<TextRow>({
    text: `select p.*, b.times, b.quantity, b.spent from recurring_plan p cross join lateral (
        select count(*) as times, coalesce(sum(f.quantity), 0) as quantity, coalesce(sum(f.value + f.fee), 0) as spent
        from recurring_purchase u join spot_fill f on f.book = u.book and f.order_id = u.order_id
        where u.book = p.book and u.plan = p.id) b
      where p.book = $1 and p.status <> 'deleted' and ($2::bigint is null or p.id = $2)
      order by p.created_ms desc, p.id desc limit $3`,
    values: [book, id ?? null, limits.plansMax],
    types: asText,
  });
  return found.rows.map((raw) => ({ plan: recurringPlans.read(raw), bought: boughtOf(raw) }));
}

function boughtOf({ times, quantity, spent }: TextRow): Bought {
  return { times: Number(times), quantity: fromNumeric(quantity ?? '0'), spent: fromNumeric(spent ?? '0') };
}

export type Fill = {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: Amount;
  readonly price: Amount;
  readonly value: Amount;
  readonly fee: Amount;
  readonly feeRate: Amount;
  readonly tapeSeq: number;
};
export type PurchaseWithFill = { readonly purchase: PurchaseRow; readonly fill: Fill | undefined };

/** Lists the outcomes of due times, newest first, with one row more than requested if the list continues. */
export async function purchasesOf(
  db: Pick<Pool, 'query'>,
  at: {
    readonly book: bigint;
    readonly plan?: bigint | undefined;
    readonly symbol?: string | undefined;
    readonly kind?: PurchaseRow['status'] | undefined;
    /** Selects by the due time. */
    readonly period?: Period;
    /** The position at which the page begins: the due time and the id of the last row before it. */
    readonly below?: readonly bigint[] | undefined;
    readonly limit: number;
  },
): Promise<PurchaseWithFill[]> {
  const { period = ALWAYS } = at;
  const [belowMs = 9_000_000_000_000_000n, belowId = 0n] = at.below ?? [];
  const found = await db.query<TextRow>({
    text: `select u.*, f.symbol, f.side, f.quantity, f.price, f.value, f.fee, f.fee_rate, f.tape_seq
      from recurring_purchase u left join spot_fill f on f.book = u.book and f.order_id = u.order_id
      where u.book = $1 and ($2::bigint is null or u.plan = $2) and (u.due_ms, u.id) < ($3, $4)
        and ($6::text is null or u.status = $6) and u.due_ms >= $7 and u.due_ms < $8
        and ($9::text is null or exists (select from recurring_plan p where p.book = u.book and p.id = u.plan and p.symbol = $9))
      order by u.due_ms desc, u.id desc limit $5`,
    values: [
      ...[at.book, at.plan ?? null, belowMs, belowId, at.limit + 1],
      ...[at.kind ?? null, period.fromMs, period.beforeMs, at.symbol ?? null],
    ],
    types: asText,
  });
  return found.rows.map((raw) => ({ purchase: recurringPurchases.read(raw), fill: fillOf(raw) }));
}

function fillOf(raw: TextRow): Fill | undefined {
  const { symbol = null, tape_seq: tapeSeq = null } = raw;
  if (symbol === null || tapeSeq === null) return undefined;
  const figure = (name: string): Amount => fromNumeric(raw[name] ?? '0');
  return {
    symbol,
    side: raw['side'] as Fill['side'],
    quantity: figure('quantity'),
    price: figure('price'),
    value: figure('value'),
    fee: figure('fee'),
    feeRate: figure('fee_rate'),
    tapeSeq: Number(tapeSeq),
  };
}

export async function* openTriggers(
  connection: Pick<Connection, 'query'>,
  kind: PlanKind,
): AsyncGenerator<Trigger> {
  const sql = `select p.* from recurring_plan p where p.status = 'active' and (p.book, p.id) > ($1, $2)
    order by p.book, p.id limit $3`;
  for await (const raw of byPages(connection, sql)) {
    const plan = recurringPlans.read(raw);
    const arming = armingsOf(plan).find((one) => one.kind === kind);
    if (arming === undefined || arming.level === null) continue;
    yield { ...arming, level: arming.level, book: plan.book };
  }
}

export async function* openPurchaseTriggers(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  const sql = `select u.*, p.symbol from recurring_purchase u join recurring_plan p on p.book = u.book and p.id = u.plan
    where u.status = 'ordered' and (u.book, u.id) > ($1, $2) order by u.book, u.id limit $3`;
  for await (const raw of byPages(connection, sql)) {
    const purchase = recurringPurchases.read(raw);
    const { level, ...arming } = orderedArming(purchase, raw['symbol'] ?? '');
    if (level !== null) yield { ...arming, level, book: purchase.book };
  }
}

async function* byPages(connection: Pick<Connection, 'query'>, sql: string): AsyncGenerator<TextRow> {
  let after: readonly [string, string] = ['0', '0'];
  for (;;) {
    const { rows } = await connection.query<TextRow>({
      text: sql,
      values: [...after, TRIGGERS_PAGE],
      types: asText,
    });
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < TRIGGERS_PAGE) return;
    after = [last['book'] ?? '0', last['id'] ?? '0'];
  }
}
