/** Queries for dead man's switches, except those of the command executor. */
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import { asText } from '../../db/as-text.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { deadMansSwitches, switchArming } from './tables.ts';
import type { SwitchRow } from './tables.ts';

type TextRow = Record<string, string | null>;
const TRIGGERS_PAGE = 1000;

export async function switchOf(pool: Pool, book: bigint): Promise<SwitchRow | undefined> {
  const found = await pool.query<TextRow>({
    name: 'dead-mans-switch',
    text: 'select s.* from dead_mans_switch s where s.book = $1',
    values: [book],
    types: asText,
  });
  return found.rows.map(deadMansSwitches.read)[0];
}

/** Yields the trigger of every armed switch, page by page. Called when the engine starts. */
export async function* openSwitches(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after = 0n;
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'dead-mans-switch-triggers',
      text: `select s.* from dead_mans_switch s where s.status = 'armed' and s.book > $1 order by s.book limit $2`,
      values: [after, TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const row = deadMansSwitches.read(raw);
      after = row.book;
      const { level, ...arming } = switchArming(row);
      if (level !== null) yield { ...arming, level, book: row.book };
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
