/** What the serving role may change of a table that commands write: the columns that its row declares to change, and no other. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../tools/testing/database.ts';
import type { TestDatabase } from '../../tools/testing/database.ts';
import { changingColumns } from '../src/commands/table.ts';
import { deposits } from '../src/features/deposits/tables.ts';
import { exchangeQuotes } from '../src/features/exchange/tables.ts';
import { fundOrders, fundUses } from '../src/features/fund/tables.ts';
import { leverApplications } from '../src/features/leverage/tables.ts';
import { loans } from '../src/features/loans/tables.ts';
import { tickets } from '../src/features/options/tables.ts';
import { priceAlerts } from '../src/features/price-alerts/tables.ts';
import { proposals } from '../src/features/proposals/tables.ts';
import { referralTold, rewards } from '../src/features/referral/tables.ts';
import { spotOrders } from '../src/features/spot/tables.ts';
import { strategyClocks } from '../src/features/strategy/tables.ts';
import { withdrawals } from '../src/features/withdrawals/tables.ts';
import { experienceCredits } from '../src/identity/experience-credit.ts';
import { ownLimits } from '../src/identity/own-limits.ts';
import { payouts } from '../src/payments/payout-rows.ts';
import { withdrawalAddresses } from '../src/payments/withdrawal-addresses.ts';
import { houseDebts } from '../src/positions/debts.ts';
import { positions } from '../src/positions/tables.ts';

const TABLES = [
  ...[
    tickets,
    loans,
    leverApplications,
    fundOrders,
    fundUses,
    priceAlerts,
    deposits,
    exchangeQuotes,
    spotOrders,
  ],
  ...[proposals, strategyClocks, rewards, referralTold, withdrawals, payouts, withdrawalAddresses, positions],
  ...[houseDebts, ownLimits, experienceCredits],
].map(({ name, ...table }) => [name, table] as const);

/** Sending a payout is no command: its own program notes what came of it. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  payout: ['attempts', 'next_try_ms', 'acknowledged_ms', 'trouble'],
};

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

test.each(TABLES)('of %s it changes what commands change', async (name, table) => {
  const { rows } = await owner.query<{ column_name: string }>(
    `select column_name from information_schema.column_privileges
      where grantee = 'candor_app' and privilege_type = 'UPDATE' and table_name = $1`,
    [name],
  );
  const may = rows.map(({ column_name: column }) => column).toSorted();
  const declared = changingColumns({ name, ...table } as never).map((column) => column.name);
  const does = declared.filter((column) => column !== 'book' && column !== 'id');
  expect(may).toEqual([...does, ...(BESIDE[name] ?? [])].toSorted());
});
