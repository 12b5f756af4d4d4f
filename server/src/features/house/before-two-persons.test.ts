/** A house from before it took two persons to add an operator: who acted for it goes on, and a hold that runs counts as one. */
import { expect, test } from 'vitest';
import { olderDatabase } from '../../../../tools/testing/older-database.ts';

test('goes on with everybody who acted for it', async () => {
  const { owner, planted, upgrade } = await olderDatabase('0020-operators-confirmed.sql');
  await planted(async () => {
    await owner.query(
      `insert into operator (account, role, person, password_hash, created_ms, added_by, disabled_ms, sealed_totp_secret) values
        ('kim', 'admin', 'Kim', '', 1, 'bootstrap', null, '\\x01'), ('lee', 'admin', 'Lee', '', 2, 'kim', 9, '\\x01'),
        ('ada', 'admin', 'ada', '', 3, null, null, '\\x01')`,
    );
    const withdrawal = (id: number, hold: string) =>
      `insert into withdrawal (book, id, currency, network, address_id, address, amount, fee, status, version, requested_ms,
          deadline_ms, needs_second, hold_reason, hold_until_ms, held_by)
        values (${id}, ${id}, 'USDT', 'tron', 1, 'T', 100, 1, 'under_review', 1, 1, 2, false, ${hold})`;
    await owner.query(`${withdrawal(1, `'court_order', 5, 'kim'`)}; ${withdrawal(2, 'null, null, null')}`);
  });
  await upgrade();

  const found = await owner.query<{ said: string }>(
    `select concat_ws(' ', account, confirmed_by, confirmed_ms) as said from operator order by created_ms`,
  );
  expect(found.rows.map(({ said }) => said)).toEqual(['kim bootstrap 1', 'lee kim 2', 'ada bootstrap 3']);
  const holds = await owner.query('select id::int, holds from withdrawal order by id');
  expect(holds.rows).toEqual([
    { id: 1, holds: 1 },
    { id: 2, holds: 0 },
  ]);
  // There were two admins once, so it takes two, though one of them is disabled since.
  expect((await owner.query('select operator_takes_two() as two')).rows).toEqual([{ two: true }]);
});
