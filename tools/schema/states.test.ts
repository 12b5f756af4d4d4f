/**
 * The transitions in each README's diagram are those that the database allows, and the diagram names the audit record of every
 * transition.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';

const SERVER = fileURLToPath(new URL('../../server/src/', import.meta.url));
/** No feature's README has a diagram of this table of the house. */
const UNDRAWN = ['house_debt'];

type Way = { readonly from: string; readonly to: string; readonly action: string | null };
type Drawing = { readonly readme: string; readonly ways: string[]; readonly text: string };

let database: TestDatabase;
const kept = new Map<string, Way[]>();

beforeAll(async () => {
  database = await freshDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<Way & { entity: string }>(
    `select entity, from_state as from, to_state as to, audit_action as action from state_template`,
  );
  await owner.end();
  for (const { entity, ...way } of rows) kept.set(entity, [...(kept.get(entity) ?? []), way]);
});
afterAll(() => database.drop());

const drawings = new Map(
  readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('README.md'))
    .flatMap((name) => drawingsIn(name, readFileSync(join(SERVER, name), 'utf8'))),
);

/** A diagram names its table on the line after its kind. */
function drawingsIn(readme: string, text: string): [string, Drawing][] {
  return [...text.matchAll(/```mermaid\nstateDiagram-v2\n%% (\w+)\n([^`]*)```/g)].map(
    ([, entity = '', body = '']) => [
      entity,
      {
        readme,
        text,
        ways: body
          .trim()
          .split('\n')
          .map((line) => /^ *(\S+) --> (\S+): \S.*$/.exec(line) ?? [line, `? ${line}`, ''])
          .map(([, from, to]) => `${from === '[*]' ? '' : from} → ${to}`),
      },
    ],
  );
}

const unique = (ways: readonly string[]): string[] => [...new Set(ways)].sort();

test('finds a diagram of each table with transitions, and of no other', () => {
  expect([...drawings.keys()].sort()).toEqual(
    [...kept.keys()].filter((entity) => !UNDRAWN.includes(entity)).sort(),
  );
});

test.each([...drawings.keys()])(
  'finds the diagram of %s equal to the transitions that the database allows',
  (entity) => {
    const { ways, text } = drawings.get(entity) as Drawing;
    const allowed = kept.get(entity) ?? [];
    expect(unique(ways)).toEqual(unique(allowed.map(({ from, to }) => `${from} → ${to}`)));
    const actions = allowed.flatMap(({ action }) => (action === null ? [] : [action]));
    expect(actions.filter((action) => !text.includes(action))).toEqual([]);
  },
);
