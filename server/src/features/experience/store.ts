/** Queries for experience credit, except those of the command executor: customers' view, and the engine's triggers. */
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Trigger } from '@candor/domain/trading/trigger.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { creditArming, experienceCredits } from '../../identity/experience-credit.ts';
import type { ExperienceCredit } from '../../identity/experience-credit.ts';
import type { Traded } from './rules.ts';
import { asText } from '../../db/as-text.ts';

type TextRow = Record<string, string | null>;

export type CreditStanding = { readonly credit: ExperienceCredit } & Traded;

/** Returns the book's active credit, if any, with its turnover and the fees paid, all from one snapshot. */
export async function readStanding(pool: Pool, book: bigint): Promise<CreditStanding | undefined> {
  const found = await pool.query<TextRow>({
    name: 'experience-standing',
    text: `select t.*, u.amount as turned_over, p.amount as paid
      from experience_credit t join experience_turnover u on u.book = t.book and u.id = t.id
        join experience_paid p on p.book = t.book and p.id = t.id
      where t.book = $1 and ${experienceCredits.openWhere}`,
    values: [book],
    types: asText,
  });
  const [raw] = found.rows;
  if (raw === undefined) return undefined;
  return {
    credit: experienceCredits.read(raw),
    turnover: fromNumeric(raw['turned_over'] as string),
    paid: fromNumeric(raw['paid'] as string),
  };
}

const TRIGGERS_PAGE = 5000;

/** Yields all credits that await their expiry, for the engine's startup. Reads in pages to limit memory. */
export async function* openTriggers(connection: Pick<Connection, 'query'>): AsyncGenerator<Trigger> {
  let after: readonly [bigint, bigint] = [0n, 0n];
  for (;;) {
    const result = await connection.query<TextRow>({
      name: 'experience-triggers',
      text: `select t.* from experience_credit t where ${experienceCredits.openWhere} and (t.book, t.id) > ($1, $2)
        order by t.book, t.id limit $3`,
      values: [after[0], after[1], TRIGGERS_PAGE],
      types: asText,
    });
    for (const raw of result.rows) {
      const credit = experienceCredits.read(raw);
      const { level, ...arming } = creditArming(credit);
      if (level !== null) yield { ...arming, level, book: credit.book };
      after = [credit.book, credit.id];
    }
    if (result.rows.length < TRIGGERS_PAGE) return;
  }
}
