/** Puts the daily limits of operators out of reach, in a rule's facts or in a test's database, for tests of other things. */
import { createPool } from '../../server/src/db/pool.ts';
import { capKinds } from '@candor/protocol/oversight/console.ts';
import type { CapState } from '../../server/src/operators/caps.ts';

const ROLES = ['reviewer', 'treasurer', 'admin'];

/** The view's content on a day without any action, with limits that no test reaches. */
export const capsFar: CapState = {
  used: [],
  caps: ROLES.flatMap((role) =>
    capKinds.map((kind) => ({ kind, role, operator: '1000000000', all: '1000000000' })),
  ),
  bids: {},
};

export async function moveCapsAway(ownerUrl: string): Promise<void> {
  const owner = createPool(ownerUrl, { max: 1 });
  await owner
    .query('update operator_cap set operator_usdt = 1000000000, role_usdt = 1000000000')
    .finally(() => owner.end());
}
