/** The rows of spot orders and fills, as the executor reads and writes them. */
import { fromNumeric, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Side } from '@candor/domain/trading/spot.ts';
import { amountColumn, fixed, json, valuesOf, whole } from '../../commands/columns.ts';
import type { LogTable, RowTable } from '../../commands/table.ts';

export type SpotOrderRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly symbol: string;
  readonly toSymbol: string | null;
  readonly side: Side;
  readonly type: 'market' | 'limit';
  readonly quantity: Amount;
  readonly price: Amount | null;
  readonly filledQuantity: Amount;
  /** As it was when the order was accepted; of coin to coin that of the coin sold. */
  readonly feeRate: Amount;
  readonly status: 'open' | 'filled' | 'cancelled';
  readonly reason: string | null;
  readonly version: number;
  readonly armedSeq: bigint;
  readonly held: Amount;
  /** When it was accepted by the market clock; `armedSeq` is the entry that was the newest then, until a limit is armed anew. */
  readonly createdMs: number;
  /** How old that entry might be to fill it; and coin to coin the same of the coin bought. */
  readonly fillAgeMs: number;
  readonly toArmedSeq: bigint | null;
  readonly toFillAgeMs: number | null;
  readonly toFeeRate: Amount | null;
  /** USDT to spend at market, where no quantity was asked for: what it buys, its price says. */
  readonly budget: Amount | null;
  /** The customer's own bound at market: the worst price, or coin to coin the least quantity bought. */
  readonly worst: Amount | null;
  /** Coin to coin, while it waits: the entries that are known already. */
  readonly priced: readonly PricedLeg[];
  /** Of one that did not fill: the newest entry when it was taken back, or the one at which it was refused. */
  readonly endedSeq: bigint | null;
  readonly updatedMs: number;
};

/** A leg of an order coin to coin whose entry is known. */
export type PricedLeg = { readonly leg: 1 | 2; readonly tapeSeq: bigint; readonly price: Amount };

export type SpotFillRow = {
  readonly book: bigint;
  readonly orderId: bigint;
  readonly leg: number;
  readonly symbol: string;
  readonly side: Side;
  readonly quantity: Amount;
  readonly price: Amount;
  readonly value: Amount;
  readonly fee: Amount;
  readonly feeRate: Amount;
  readonly tapeSeq: bigint;
  readonly journalSeq: bigint;
  readonly timeMs: number;
};

export const spotOrders: RowTable<SpotOrderRow> = {
  name: 'spot_order',
  columns: [
    { name: 'book', type: 'bigint', get: (row) => row.book.toString() },
    { name: 'id', type: 'bigint', get: (row) => row.id.toString() },
    { name: 'symbol', type: 'text', get: (row) => row.symbol, fixed: true },
    { name: 'to_symbol', type: 'text', get: (row) => row.toSymbol, fixed: true },
    { name: 'side', type: 'text', get: (row) => row.side, fixed: true },
    { name: 'type', type: 'text', get: (row) => row.type, fixed: true },
    { name: 'quantity', type: 'numeric', get: (row) => toNumeric(row.quantity) },
    {
      name: 'price',
      type: 'numeric',
      get: (row) => (row.price === null ? null : toNumeric(row.price)),
      fixed: true,
    },
    { name: 'filled_quantity', type: 'numeric', get: (row) => toNumeric(row.filledQuantity) },
    { name: 'fee_rate', type: 'numeric', get: (row) => toNumeric(row.feeRate), fixed: true },
    { name: 'status', type: 'text', get: (row) => row.status },
    { name: 'reason', type: 'text', get: (row) => row.reason },
    { name: 'version', type: 'int', get: (row) => row.version.toString() },
    { name: 'armed_seq', type: 'bigint', get: (row) => row.armedSeq.toString() },
    { name: 'held', type: 'numeric', get: (row) => toNumeric(row.held) },
    { name: 'created_ms', type: 'bigint', get: (row) => row.createdMs.toString(), fixed: true },
    { name: 'updated_ms', type: 'bigint', get: (row) => row.updatedMs.toString() },
    fixed(whole('fill_age_ms', (row) => row.fillAgeMs)),
    fixed(whole('to_armed_seq', (row) => row.toArmedSeq)),
    fixed(whole('to_fill_age_ms', (row) => row.toFillAgeMs)),
    fixed(amountColumn('to_fee_rate', (row) => row.toFeeRate)),
    fixed(amountColumn('budget', (row) => row.budget)),
    fixed(amountColumn('worst', (row) => row.worst)),
    json('priced', (row) => row.priced.map(pricedText)),
    whole('ended_seq', (row) => row.endedSeq),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'open'`,
  isOpen: (row) => row.status === 'open',
  read: readSpotOrder,
};

type PricedText = { readonly leg: 1 | 2; readonly tape_seq: string; readonly price: string };

function pricedText({ leg, tapeSeq, price }: PricedLeg): PricedText {
  return { leg, tape_seq: tapeSeq.toString(), price: toNumeric(price) };
}

/** Reads a row of `spot_order`, each value as the text that PostgreSQL sent. */
export function readSpotOrder(raw: Readonly<Record<string, string | null>>): SpotOrderRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    symbol: text('symbol'),
    toSymbol: raw['to_symbol'] ?? null,
    side: text('side') as Side,
    type: text('type') as SpotOrderRow['type'],
    quantity: fromNumeric(text('quantity')),
    price: orNull('price', fromNumeric),
    filledQuantity: fromNumeric(text('filled_quantity')),
    feeRate: fromNumeric(text('fee_rate')),
    status: text('status') as SpotOrderRow['status'],
    reason: raw['reason'] ?? null,
    version: Number(text('version')),
    armedSeq: BigInt(text('armed_seq')),
    held: fromNumeric(text('held')),
    createdMs: Number(text('created_ms')),
    updatedMs: Number(text('updated_ms')),
    fillAgeMs: Number(text('fill_age_ms')),
    toArmedSeq: orNull('to_armed_seq', BigInt),
    toFillAgeMs: orNull('to_fill_age_ms', Number),
    toFeeRate: orNull('to_fee_rate', fromNumeric),
    budget: orNull('budget', fromNumeric),
    worst: orNull('worst', fromNumeric),
    endedSeq: orNull('ended_seq', BigInt),
    priced: (JSON.parse(text('priced')) as PricedText[]).map(({ leg, tape_seq, price }) => {
      return { leg, tapeSeq: BigInt(tape_seq), price: fromNumeric(price) };
    }),
  };
}

export const spotFills: LogTable<SpotFillRow> = {
  name: 'spot_fill',
  columns: [
    { name: 'book', type: 'bigint', get: (row) => row.book.toString() },
    { name: 'order_id', type: 'bigint', get: (row) => row.orderId.toString() },
    { name: 'leg', type: 'smallint', get: (row) => row.leg.toString() },
    { name: 'symbol', type: 'text', get: (row) => row.symbol },
    { name: 'side', type: 'text', get: (row) => row.side },
    { name: 'quantity', type: 'numeric', get: (row) => toNumeric(row.quantity) },
    { name: 'price', type: 'numeric', get: (row) => toNumeric(row.price) },
    { name: 'value', type: 'numeric', get: (row) => toNumeric(row.value) },
    { name: 'fee', type: 'numeric', get: (row) => toNumeric(row.fee) },
    { name: 'fee_rate', type: 'numeric', get: (row) => toNumeric(row.feeRate) },
    { name: 'tape_seq', type: 'bigint', get: (row) => row.tapeSeq.toString() },
    { name: 'journal_seq', type: 'bigint', get: (row) => row.journalSeq.toString() },
    { name: 'time_ms', type: 'bigint', get: (row) => row.timeMs.toString() },
  ],
};

/** Reads a row of `spot_fill`. */
export function readSpotFill(raw: Readonly<Record<string, string | null>>): SpotFillRow {
  const text = (name: string): string => raw[name] as string;
  return {
    book: BigInt(text('book')),
    orderId: BigInt(text('order_id')),
    leg: Number(text('leg')),
    symbol: text('symbol'),
    side: text('side') as Side,
    quantity: fromNumeric(text('quantity')),
    price: fromNumeric(text('price')),
    value: fromNumeric(text('value')),
    fee: fromNumeric(text('fee')),
    feeRate: fromNumeric(text('fee_rate')),
    tapeSeq: BigInt(text('tape_seq')),
    journalSeq: BigInt(text('journal_seq')),
    timeMs: Number(text('time_ms')),
  };
}
