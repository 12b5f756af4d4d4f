/**
 * The platform's promise about time stamps: how often they are made, by which authorities, and the certificates to which the
 * authorities' certificates lead.
 */
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';

export type TimeStampConfig = {
  /** The authorities' addresses; empty if there are no time stamps. */
  readonly authorities: readonly string[];
  readonly everyMs: number;
  /** The certificates in PEM. */
  readonly anchors: string;
};

const NONE = 'none\n';

/** Returns the text that is published. `openssl ts -verify -CAfile` can read it unchanged. */
function policyText({ authorities, everyMs, anchors }: TimeStampConfig): string {
  if (authorities.length === 0) return NONE;
  const lines = [`every ${everyMs / 1000}`, ...authorities.map((address) => `authority ${address}`)];
  return `${lines.join('\n')}\n${anchors.trim()}\n`;
}

/**
 * Publishes the configuration if it has changed, and returns its number. A platform that never had time stamps publishes none.
 */
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
