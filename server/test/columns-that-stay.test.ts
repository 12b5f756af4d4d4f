/** For each table that commands write, the serving role may change exactly the columns that the row declares as changeable. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { CHANGED_COLUMNS } from '@candor/testing/changed-columns.ts';

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

test.each([...CHANGED_COLUMNS])(
  'lets the serving role change only the columns of %s that the table’s row declares as changeable',
  async (name, columns) => {
    const { rows } = await owner.query<{ column_name: string }>(
      `select column_name from information_schema.column_privileges
      where grantee = 'candor_app' and privilege_type = 'UPDATE' and table_name = $1`,
      [name],
    );
    expect(rows.map(({ column_name: column }) => column).toSorted()).toEqual(columns);
  },
);
