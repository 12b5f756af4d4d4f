/** The rows of alerts, as the executor appends and changes them, and what the engine is told of one. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Arming } from '../../commands/command.ts';
import { amountColumn, fixed, valuesOf, whole, word } from '../../commands/columns.ts';
import type { RowTable } from '../../commands/table.ts';

/** What the engine calls an alert that waits. */
export const PRICE_ALERT = 'price_alert';
/** An alert never changes what it waits for. */
export const VERSION = 1;

export type PriceAlertRow = {
  readonly book: bigint;
  readonly id: bigint;
  readonly symbol: string;
  readonly direction: 'above' | 'below';
  readonly price: Amount;
  readonly status: 'open' | 'reached' | 'deleted';
  readonly armedSeq: bigint;
  /** Wall clock, milliseconds. */
  readonly createdMs: number;
  readonly endedMs: number | null;
  readonly reachedSeq: bigint | null;
};

export const priceAlerts: RowTable<PriceAlertRow> = {
  name: 'price_alert',
  columns: [
    whole('book', (row) => row.book),
    whole('id', (row) => row.id),
    fixed(word('symbol', (row) => row.symbol)),
    fixed(word('direction', (row) => row.direction)),
    fixed(amountColumn('price', (row) => row.price)),
    word('status', (row) => row.status),
    fixed(whole('armed_seq', (row) => row.armedSeq)),
    fixed(whole('created_ms', (row) => row.createdMs)),
    whole('ended_ms', (row) => row.endedMs),
    whole('reached_seq', (row) => row.reachedSeq),
  ],
  idOf: (row) => row.id,
  openWhere: `t.status = 'open'`,
  isOpen: (row) => row.status === 'open',
  read: readAlert,
};

/** Reads a row of `price_alert`, each value as the text that PostgreSQL sent. */
export function readAlert(raw: Readonly<Record<string, string | null>>): PriceAlertRow {
  const { text, orNull } = valuesOf(raw);
  return {
    book: BigInt(text('book')),
    id: BigInt(text('id')),
    symbol: text('symbol'),
    direction: text('direction') as PriceAlertRow['direction'],
    price: fromNumeric(text('price')),
    status: text('status') as PriceAlertRow['status'],
    armedSeq: BigInt(text('armed_seq')),
    createdMs: Number(text('created_ms')),
    endedMs: orNull('ended_ms', Number),
    reachedSeq: orNull('reached_seq', BigInt),
  };
}

/** It waits for the price that the chart shows. */
export function alertArming({ id, symbol, direction, price, status, armedSeq }: PriceAlertRow): Arming {
  return {
    symbol,
    kind: PRICE_ALERT,
    row: id,
    version: VERSION,
    condition: direction === 'above' ? 'last_at_or_above' : 'last_at_or_below',
    level: status === 'open' ? price : null,
    armedSeq,
  };
}
