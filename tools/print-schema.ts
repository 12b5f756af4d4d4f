/** Writes `docs/schema.md` from a temporary database. A test fails while the page differs from this output. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../server/src/db/migrate.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import { schemaMarkdown } from './schema/page.ts';

const directory = await mkdtemp(join(tmpdir(), 'candor-schema-'));
await chmod(directory, 0o755);
const postgres = await startPostgres({ directory, settings: { fsync: 'off' } });
try {
  await migrate(postgres.ownerUrl);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  await client.connect();
  const page = await schemaMarkdown(client).finally(() => client.end());
  await writeFile(fileURLToPath(new URL('../docs/schema.md', import.meta.url)), page);
} finally {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
}
