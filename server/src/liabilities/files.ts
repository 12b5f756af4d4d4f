/** The public files of the statements of liabilities, under `/log/liabilities/`: each statement, its tiles and their roots. */
import type { Pool } from '../db/pool.ts';

export type LiabilityFile = { readonly body: Buffer; readonly type: string; readonly isImmutable: true };

const PATH = /^liabilities\/([1-9]\d{0,15})(?:\/([A-Z]{2,12})\/(tiles|0|[1-9]\d{0,8}))?$/;
const TEXT = 'text/plain; charset=utf-8';

/** Returns the file at a path under `/log/`, or undefined if there is none. */
export async function readLiabilityFile(pool: Pool, path: string): Promise<LiabilityFile | undefined> {
  const [, number, currency, tile] = PATH.exec(path) ?? [];
  if (number === undefined) return undefined;
  const text = await textOf(pool, { number, currency, tile });
  return text === undefined ? undefined : { body: Buffer.from(text), type: TEXT, isImmutable: true };
}

type Asked = {
  readonly number: string;
  readonly currency: string | undefined;
  readonly tile: string | undefined;
};

async function textOf(pool: Pool, { number, currency, tile }: Asked): Promise<string | undefined> {
  if (tile === undefined) {
    return firstOf(pool, 'select s.text from liability_statement s where s.number = $1', [number]);
  }
  const whole =
    tile === 'tiles'
      ? firstOf(
          pool,
          `select string_agg(encode(t.hash, 'hex') || '|' || t.sum || e'\\n', '' order by t.number) as text
            from liability_tile t where t.statement = $1 and t.currency = $2 having count(*) > 0`,
          [number, currency],
        )
      : firstOf(
          pool,
          'select t.leaves as text from liability_tile t where t.statement = $1 and t.currency = $2 and t.number = $3',
          [number, currency, tile],
        );
  return (await whole) ?? prunedOf(pool, number);
}

/** Returns the placeholder for deleted files, if the statement was pruned. */
async function prunedOf(pool: Pool, number: string): Promise<string | undefined> {
  return firstOf(
    pool,
    `select format('candor-liability-pruned-v1|%s|%s%s', p.statement, p.at_ms, e'\\n') as text
      from liability_pruned p where p.statement = $1`,
    [number],
  );
}

async function firstOf(pool: Pool, sql: string, values: readonly unknown[]): Promise<string | undefined> {
  const { rows } = await pool.query<{ text: string }>(sql, [...values]);
  return rows[0]?.text;
}
