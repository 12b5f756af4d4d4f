/** Reads self-imposed limits for the customer's own view. The command executor has its own queries. */
import type { Pool } from '../../db/pool.ts';
import { readGateOf } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { ownHistories, ownLimits } from '../../identity/own-limits.ts';
import type { OwnHistory, OwnLimitRow } from '../../identity/own-limits.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

export type Own = {
  readonly limits: readonly OwnLimitRow[];
  readonly history: OwnHistory;
  readonly gate: Gate;
};

export async function readOwn(pool: Pool, customer: bigint): Promise<Own> {
  const ask = (name: string, text: string) =>
    pool.query<TextRow>({ name, text, values: [customer], types: asText });
  const [limits, history, gate] = await Promise.all([
    ask('own-limits', 'select * from own_limit where book = $1'),
    ask('own-history', 'select * from own_history where book = $1'),
    readGateOf(pool, customer),
  ]);
  const own = history.rows[0];
  if (own === undefined) throw new Error(`expected customer ${customer} to have a book, found none`);
  return { limits: limits.rows.map(ownLimits.read), history: ownHistories.read(own), gate };
}
