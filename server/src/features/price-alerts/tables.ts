/** The rows of price alerts, as the command executor inserts and changes them, and their triggers. */
import type { Arming } from '../../commands/command.ts';
import { amount, bigint, key, text, whole } from '../../commands/fields.ts';
import { table } from '../../commands/table.ts';
import type { RowOf } from '../../commands/table.ts';

export const PRICE_ALERT = 'price_alert';
export const VERSION = 1;

export const priceAlerts = table(
  'price_alert',
  {
    ...key,
    symbol: text().fixed(),
    direction: text<'above' | 'below'>().fixed(),
    price: amount().fixed(),
    status: text<'open' | 'reached' | 'deleted'>(),
    armedSeq: bigint().fixed(),
    /** Wall clock, milliseconds. */
    createdMs: whole().fixed(),
    endedMs: whole().orNull(),
    reachedSeq: bigint().orNull(),
  },
  { open: { status: ['open'] } },
);

export type PriceAlertRow = RowOf<typeof priceAlerts>;

/** The trigger watches the last price, because charts show that price. */
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
