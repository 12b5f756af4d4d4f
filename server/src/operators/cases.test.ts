/** Lists the cases of several queues together: ordered by age, each once, and fast with a thousand waiting cases. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { soon } from '@candor/testing/soon.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { backlogOf, serviceLevelOf, waitingCases } from './cases.ts';
import type { CasePlace, CaseSource } from './cases.ts';

const WAITING = 1000;
const FIRST = 200_000;
const DUE = 'l.submitted_ms + 86400000';

/** The test creates these rows as if in two interleaved queues. */
const sourceOf = (kind: CaseSource['kind'], { idsFrom, laterMs }: { idsFrom: number; laterMs: number }) => ({
  kind,
  waiting: `select l.book, l.id + ${idsFrom} as id, l.submitted_ms + ${laterMs} as since_ms, ${DUE} as due_ms, l.status,
      null::text as currency, null::numeric as amount, null::text as held, null::text as first_by
    from lever_application l where l.status = 'submitted'`,
  decided: `select l.submitted_ms as since_ms, ${DUE} as due_ms, l.decided_ms
    from lever_application l where l.decided_ms is not null`,
});
const leverageCases: CaseSource = sourceOf('leverage', { idsFrom: 0, laterMs: 0 });
const twin: CaseSource = sourceOf('kyc', { idsFrom: WAITING, laterMs: 5 });

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`insert into lever_application (book, id, answers, status, submitted_ms)
    select ${FIRST} + n, n, '{}', 'submitted', 10 * (n / 7) from generate_series(1, ${WAITING}) n; analyze;`);
  await owner.end();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('lists a thousand cases of each of two kinds in order of age', async () => {
  const sources = [leverageCases, twin];
  const nowMs = 24 * 60 * 60_000 + 700;
  let after: CasePlace | undefined;
  const seen: { sinceMs: bigint; kind: string; id: bigint }[] = [];
  for (;;) {
    const page = await soon(() =>
      waitingCases(pool, sources, { after, limit: 100, nowMs, overdueOnly: false }),
    );
    seen.push(...page.map(({ sinceMs, id, view }) => ({ sinceMs, id, kind: view.kind })));
    after = page.at(-1);
    if (page.length < 100) break;
  }
  expect(seen).toHaveLength(2 * WAITING);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(2 * WAITING);
  const times = seen.map(({ sinceMs }) => Number(sinceMs));
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(new Set(seen.slice(0, 20).map(({ kind }) => kind))).toEqual(new Set(['kyc', 'leverage']));

  const backlog = await soon(() => backlogOf(pool, leverageCases, nowMs));
  const late = seen.filter(({ kind, sinceMs }) => kind === 'leverage' && sinceMs <= 700n).length;
  expect(backlog).toEqual({ count: WAITING, overdue: late, oldestSince: 0 });
  const overdue = await waitingCases(pool, [leverageCases], {
    ...{ after: undefined, limit: 2 * WAITING, nowMs, overdueOnly: true },
  });
  expect(overdue).toHaveLength(late);
  expect(overdue.every(({ view }) => view.overdue)).toBe(true);
});

test('computes the service level of a queue over thirty days', async () => {
  const days = 24 * 60 * 60_000;
  const nowMs = 100 * days;
  const rows = [
    [nowMs - 10 * days, 30],
    [nowMs - 9 * days, 60],
    [nowMs - 8 * days, 25 * 60],
    // This case was decided more than thirty days ago.
    [nowMs - 50 * days, 5],
  ].map(([at = 0, minutes = 0]) => `(${at}::bigint, ${at + days}::bigint, ${at + minutes * 60_000}::bigint)`);
  const decided = `select * from (values ${rows.join(', ')}) v (since_ms, due_ms, decided_ms)`;
  expect(await serviceLevelOf(pool, { ...leverageCases, decided }, nowMs)).toEqual({
    medianMinutes: 60,
    inTimeShare: 2 / 3,
  });
  expect(await serviceLevelOf(pool, leverageCases, nowMs)).toEqual({
    medianMinutes: null,
    inTimeShare: null,
  });
});
