/** `docs/schema.md` must match the schema. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import { schemaMarkdown } from './page.ts';

test('finds docs/schema.md equal to the output of `npm run print:schema`', async () => {
  const database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    const kept = readFileSync(fileURLToPath(new URL('../../docs/schema.md', import.meta.url)), 'utf8');
    // Compares line by line, so that differences are named.
    expect((await schemaMarkdown(owner)).split('\n')).toEqual(kept.split('\n'));
  } finally {
    await owner.end();
    await database.drop();
  }
});
