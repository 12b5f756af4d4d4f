/** Measures how long an auditor takes to decide a day of one million spot orders again (`made-day.ts`). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rulebook } from '../server/src/app/gathering.ts';
import { reexecute } from '../server/src/reexecution/reexecute.ts';
import type { Figure } from './figure.ts';
import { makeDay } from './made-day.ts';

const ORDERS = 1_000_000;

export async function benchReexecution(orders = ORDERS): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'candor-day-'));
  try {
    const { files } = await makeDay(folder, orders);
    const startedMs = performance.now();
    const { decided, ledger, differences } = await reexecute(folder, rulebook);
    const seconds = (performance.now() - startedMs) / 1000;
    const [first] = differences.kept;
    if (first !== undefined) throw new Error(`expected no difference, found ${first.kind}: ${first.detail}`);
    return [
      {
        name: 're-execution: a million orders',
        value: (seconds * ORDERS) / orders,
        unit: 's',
        goal: { atMost: 300 },
      },
      { name: 're-execution: commands decided again', value: decided, unit: '' },
      { name: 're-execution: journals compared', value: ledger.matched, unit: '' },
      { name: 're-execution: records', value: files.records.lines, unit: '' },
      { name: 're-execution: differences', value: differences.count, unit: '', goal: { atMost: 0 } },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
