/** For tests: changes the standing of a customer as an operator does, with the record of the change. */
import type { Pool } from '../../server/src/db/pool.ts';
import { changeStanding } from '../../server/src/features/standing/operator-commands.ts';
import type { StandingChange } from '../../server/src/features/standing/rules.ts';
import { act } from '../../server/src/operators/act.ts';
import { decidingAs } from './signing.ts';

/** Freezes, locks or releases a customer as operator ada. */
export async function changeStandingOf(pool: Pool, account: string, change: StandingChange): Promise<void> {
  const found = await pool.query<{ id: string }>('select id from customer where account = $1', [account]);
  const input = {
    customer: BigInt(found.rows[0]?.id ?? '0'),
    change,
    reason: 'security_check',
    note: undefined,
    person: 'ada',
  } as const;
  const deed = {
    action: `customer.${change}`,
    subject: `customer:${input.customer}`,
    body: { customer: input.customer.toString(), reason: input.reason },
  };
  const operator = await decidingAs(pool, 'ada', deed);
  const done = await act({ pool, operator, now: Date.now }, changeStanding, input);
  if (!done.ok)
    throw new Error(`expected a change of the standing of ${account}, got refusal ${done.refusal.code}`);
}
