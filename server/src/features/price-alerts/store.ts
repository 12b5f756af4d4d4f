/** Queries for price alerts, except those of the command executor. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { limits } from './limits.ts';
import { alertArming, priceAlerts } from './tables.ts';
import type { PriceAlertRow } from './tables.ts';
import { asText } from '../../db/as-text.ts';

const TRIGGERS_PAGE = 1000;

type TextRow = Record<string, string | null>;

export async function openAlertsOf(db: Pool, customer: bigint): Promise<PriceAlertRow[]> {
  const found = await db.query<TextRow>({
    text: `select a.* from price_alert a where a.book = $1 and a.status = 'open'
      order by a.created_ms desc, a.id desc limit $2`,
    values: [customer, limits.priceAlertsMax],
    types: asText,
  });
  return found.rows.map(priceAlerts.read);
}

export async function* openTriggers(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'price-alert-triggers',
      text: `select a.* from price_alert a where a.status = 'open' and (a.book, a.id) > ($1, $2)
        order by a.book, a.id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = priceAlerts.read(raw);
      const { level, ...arming } = alertArming(row);
      if (level !== null) yield { ...arming, level, book: row.book };
      after = [row.book, row.id];
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
