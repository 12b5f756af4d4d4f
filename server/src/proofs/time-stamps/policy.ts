/** The platform's promise about time stamps: how often, by which authorities, and the certificates that these lead to. */
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';

export type TimeStampConfig = {
  /** The authorities' addresses; none of them if there are no time stamps. */
  readonly authorities: readonly string[];
  readonly everyMs: number;
  /** Certificates in PEM. */
  readonly anchors: string;
};

const NONE = 'none\n';

/** The text that is published, which `openssl ts -verify -CAfile` reads as it is. */
function policyText({ authorities, everyMs, anchors }: TimeStampConfig): string {
  if (authorities.length === 0) return NONE;
  const lines = [`every ${everyMs / 1000}`, ...authorities.map((address) => `authority ${address}`)];
  return `${lines.join('\n')}\n${anchors.trim()}\n`;
}

/** Publishes the configuration if it has changed; returns its number. A platform without time stamps has none. */
export async function statePolicy(
  pool: Pool,
  config: TimeStampConfig,
  nowMs: number,
): Promise<number | undefined> {
  const text = policyText(config);
  return inTransaction(pool, async (connection) => {
    const { rows } = await connection.query<{ number: string; text: string }>(
      'select number, text from time_stamp_policy order by number desc limit 1',
    );
    const [last] = rows;
    if (last?.text === text || (last === undefined && text === NONE)) return last && Number(last.number);
    const number = Number(last?.number ?? 0) + 1;
    await connection.query('insert into time_stamp_policy (number, text, time_ms) values ($1, $2, $3)', [
      number,
      text,
      nowMs,
    ]);
    return number;
  });
}
