/**
 * Measures a statement of liabilities over a million accounts, the answer to a customer, and the customer's own check of it in
 * a browser with the processor slowed down four times.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../server/src/db/migrate.ts';
import { createPool } from '../server/src/db/pool.ts';
import { startPostgres } from '../server/src/db/postgres.ts';
import { buildLiabilities } from '../server/src/liabilities/building.ts';
import { readOwnLiability } from '../server/src/liabilities/own.ts';
import type { TileRoots } from '../server/src/liabilities/own.ts';
import { hashOf } from '../verifier/src/liabilities/tree.ts';
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { timeOnPhone } from './own-leaf.ts';
import type { Asked } from './own-leaf.ts';

const ACCOUNTS = 1_000_000;
const FIRST = 100_001;
const ANSWERS = 50;

export async function benchLiabilities(): Promise<Figure[]> {
  const directory = mkdtempSync(join(tmpdir(), 'candor-bench-liabilities-'));
  const postgres = await startPostgres({ directory, log: () => undefined });
  await migrate(postgres.ownerUrl);
  const owner = createPool(postgres.ownerUrl, { max: 1, transactionMaxMs: 600_000 });
  const tape = createPool(postgres.tapeUrl, { max: 1 });
  const app = createPool(postgres.url, { max: 2 });
  try {
    await owner.query(
      `insert into book (id, seq) select n, 1 from generate_series(${FIRST}, ${FIRST + ACCOUNTS - 1}) n`,
    );
    await owner.query(`insert into balance (book, account, currency, amount)
      select n, 'spot', 'USDT', (n % 99991) + 0.00000001 from generate_series(${FIRST}, ${FIRST + ACCOUNTS - 1}) n`);
    await owner.query('analyze balance, book');
    const backend = await tape.query<{ pid: number }>('select pg_backend_pid() as pid');
    const startedMs = performance.now();
    await buildLiabilities(tape, 3_600_000);
    const builtSeconds = (performance.now() - startedMs) / 1000;
    const processorSeconds = processorSecondsOf(backend.rows[0]?.pid ?? 0);
    const { rows } = await owner.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relname in ('liability_claim', 'liability_tile')`,
    );
    const kept: TileRoots = new Map();
    const answers: number[] = [];
    const asked: Asked[] = [];
    for (let at = 0; at < ANSWERS; at += 1) {
      const book = BigInt(FIRST + ((at * 7919 * 101) % ACCOUNTS));
      const askedMs = performance.now();
      const own = await readOwnLiability(app, book, kept);
      answers.push(performance.now() - askedMs);
      if (own === undefined) throw new Error('expected a statement, found none');
      const expected = { USDT: ((book % 99_991n) * 100_000_000n + 1n).toString() };
      const { statement, seq, leaves } = own;
      asked.push({
        own: { statement, seq, leaves, salt: own.salt.toString('hex') },
        ...{ loggedRoot: hashOf(statement), customer: book.toString(), expected },
      });
    }
    const checks = await timeOnPhone(asked);
    return [
      {
        ...{ name: `liabilities: tree of ${ACCOUNTS} accounts`, value: builtSeconds, unit: 's' },
        goal: { atMost: 60 },
      },
      { name: 'liabilities: processor time of the tree', value: processorSeconds, unit: 's' },
      { name: 'liabilities: storage of the tree', value: Number(rows[0]?.bytes) / 1e6, unit: 'MB' },
      { name: 'liabilities: read of own leaves and paths', value: median(answers), unit: 'ms' },
      {
        ...{
          name: 'liabilities: first own check in a browser at a fourth of the speed',
          value: checks[0] ?? Number.NaN,
          unit: 'ms',
        },
        goal: { atMost: 100 },
      },
      {
        ...{
          name: 'liabilities: own check in a browser at a fourth of the speed',
          value: median(checks),
          unit: 'ms',
        },
        goal: { atMost: 100 },
      },
    ];
  } finally {
    await Promise.all([owner.end(), tape.end(), app.end()]);
    await postgres.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The CPU time in user and system mode since the process started. Linux counts it in hundredths of a second. */
function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
