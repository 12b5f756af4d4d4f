/** The migrated database has every guard that the page of invariants, or a comment next to the audit's statements, names. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { refusals } from '@candor/protocol/features.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** These names are of the API, not of the database. */
const OF_THE_API = new Set([...Object.keys(refusals), 'worst_amount']);

let database: TestDatabase;
let guards: ReadonlySet<string>;
let parts: ReadonlySet<string>;

beforeAll(async () => {
  database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  // A disabled trigger guards nothing. Functions name their constraints in quotes.
  const found = await owner.query<{ name: string }>(`
    select tgname::text as name from pg_trigger where not tgisinternal and tgenabled in ('O', 'A')
    union select conname from pg_constraint where connamespace = 'public'::regnamespace
    union select indexrelid::regclass::text from pg_index where indisunique
    union select proname from pg_proc where pronamespace = 'public'::regnamespace
    union select entity || of_what from state_template, unnest(array['_transition', '_record', '_two_persons']) of_what
    union select (regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g'))[1] from pg_proc where pronamespace = 'public'::regnamespace`);
  const others = await owner.query<{ name: string }>(`
    select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
    union select attname from pg_attribute where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union select enumlabel from pg_enum union select kind from journal_template`);
  await owner.end();
  guards = new Set(found.rows.map(({ name }) => name));
  parts = new Set(others.rows.map(({ name }) => name));
});
afterAll(async () => database.drop());

/** Names in the database's style between backticks: file names contain dots and slashes, and our functions capitals. */
function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/`([a-z][a-z0-9]*(?:_[a-z0-9]+)+)`/g)].map(([, name]) => name ?? ''))];
}

const isKnown = (name: string): boolean => guards.has(name) || parts.has(name) || OF_THE_API.has(name);

test('finds each guard of the page in the database', () => {
  const page = readFileSync(join(ROOT, 'docs/invariants.md'), 'utf8');
  const names = namesIn(page);
  expect(names.filter((name) => !isKnown(name))).toEqual([]);
  // Most of the names are guards; a page without any would prove nothing.
  expect(names.filter((name) => guards.has(name)).length).toBeGreaterThan(80);
});

test('finds every name in the comments of the audit’s statements in the database', () => {
  const files = readdirSync(join(ROOT, 'server/src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.startsWith('ledger/')
      ? path.endsWith('.ts') && !path.includes('.test.')
      : path.endsWith('invariants.ts'),
  );
  expect(files.length).toBeGreaterThan(20);
  const unknown = files.flatMap((file) => {
    const text = readFileSync(join(ROOT, 'server/src', file), 'utf8');
    const comments = [...text.matchAll(/\/\*\*[^]*?\*\/|\/\/.*/g)];
    const names = comments.flatMap(([comment]) => namesIn(comment));
    return names.filter((name) => !isKnown(name)).map((name) => `${file}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
