/** The newest statement of liabilities next to the reserves, by currency, and the statements of custody. */
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';

export type Reserves = {
  readonly statement: StatementRow | undefined;
  readonly playMoney: boolean;
  readonly currencies: readonly CurrencyRow[];
  readonly custody: readonly CustodyRow[];
};

type StatementRow = { number: string; as_of_ms: string; root: Buffer; leaves: string };
type CurrencyRow = { currency: string; liabilities: string; reserves: string; difference: string };
type CustodyRow = {
  currency: string;
  source: string;
  amount: string;
  as_of_ms: string;
  evidence: string | null;
};

const CURRENCIES = `select currency, (coalesce(t.sum, 0) * 0.00000001)::numeric(38,8)::text as liabilities,
    coalesce(r.amount, 0)::text as reserves,
    (coalesce(r.amount, 0) - coalesce(t.sum, 0) * 0.00000001)::numeric(38,8)::text as difference
  from reserve r full join (select * from liability_tree l where l.statement = $1) t using (currency)
  order by currency`;
/** Selects the newest statement of each source. */
const CUSTODY = `select distinct on (s.currency, s.source) s.currency, s.source, s.amount::text as amount, s.as_of_ms,
    s.evidence
  from custody_statement s order by s.currency, s.source, s.as_of_ms desc, s.id desc`;

export async function readReserves(pool: Pool): Promise<Reserves> {
  return inTransaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only');
    const statements = await connection.query<StatementRow>(
      'select number, as_of_ms, root, leaves from liability_statement order by number desc limit 1',
    );
    const [statement] = statements.rows;
    const currencies = await connection.query<CurrencyRow>(CURRENCIES, [statement?.number ?? '0']);
    const custody = await connection.query<CustodyRow>(CUSTODY);
    const live = await connection.query<{ live: boolean }>('select is_live_house() as live');
    return {
      statement,
      playMoney: live.rows[0]?.live === false,
      currencies: currencies.rows,
      custody: custody.rows,
    };
  });
}
