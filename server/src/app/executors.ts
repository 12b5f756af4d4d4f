/** The command executors. Customers' commands and operators' actions have separate ones, so that neither waits for the other. */
import { submitTo } from '../calls/submit.ts';
import { Executor } from '../commands/executor.ts';
import type { ExecutorOptions } from '../commands/executor.ts';
import type { SignReceipts } from '../commands/receipts.ts';
import type { Pool } from '../db/pool.ts';
import { takeSlots } from '../db/slot.ts';
import { submitByKey } from '../identity/api-keys/submit-by-key.ts';
import { LIMITS } from '../limits.ts';
import type { Log } from '../log.ts';
import { lockLogSql } from '../operators/audit.ts';
import { submitActsTo } from '../operators/submit-act.ts';
import { readPseudonym } from '../commands/pseudonym.ts';
import { keptTapeKey } from '../proofs/keys/kept-keys.ts';
import type { SigningKey } from '../proofs/keys/signing-key.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Terms } from '../terms/terms.ts';
import type { Closing } from './closing.ts';
import { rulebook } from './gathering.ts';
import type { Ties } from './late-bindings.ts';

type Deps = {
  readonly orderPool: Pool;
  /** Provides the connection that holds the process's slots for as long as the process runs. */
  readonly slotPool: Pool;
  readonly terms: Terms;
  readonly ties: Ties;
  readonly now: () => number;
  readonly log: Log;
  readonly closing: Closing;
  /** The folder of the platform's key, which signs receipts. */
  readonly dataFolder: string;
  /** Whether commands are recorded with their facts. */
  readonly records: boolean;
  readonly metrics: Metrics;
  readonly tracing: Tracing | undefined;
};

export async function openExecutors({ closing, dataFolder, ...deps }: Deps) {
  const { slotPool, now, metrics } = deps;
  const slots = await takeSlots(slotPool, LIMITS.commands.lanes + 1);
  closing.push(slots.release);
  const commands = await executorOptions(deps);
  const signReceipts = signsWithKeyOf(dataFolder);
  const firingLagMaxMs = LIMITS.commands.engineLagMs;
  const executor = new Executor({
    ...{ ...commands, signReceipts, firingLagMaxMs, slots: slots.numbers.slice(0, -1) },
    ...measured('customers', metrics),
  });
  closing.push(() => executor.close());
  // Operators' actions wait for the audit log, to which only one transaction at a time can append. Customers' orders don't.
  const acts = new Executor({
    ...{ ...commands, firingLagMaxMs, slots: slots.numbers.slice(-1), lockSql: lockLogSql },
    ...measured('operators', metrics),
  });
  metrics.read({
    name: 'candor_commands_waiting',
    help: 'Commands that no lane has taken yet.',
    labels: ['lane'],
    read: () => [
      [['customers'], executor.waiting],
      [['operators'], acts.waiting],
    ],
  });
  closing.push(() => acts.close());
  const times = { deadlineMs: LIMITS.commands.deadlineMs, nowMs: now };
  return { executor, submit: submitByKey(submitTo(executor, times)), submitAct: submitActsTo(acts, times) };
}

/** Reports the data about an executor's batches that the metrics need. */
export function measured(
  lane: string,
  metrics: Metrics,
): Required<Pick<ExecutorOptions, 'onBatch' | 'onBatchFailed'>> {
  return {
    onBatch: (commands, ms) => metrics.committed(lane, commands, ms),
    onBatchFailed: (code) => metrics.failed(lane, code),
  };
}

/** Opens the key only at the first order. By then the market has started, which may refuse a key other than the previous one. */
function signsWithKeyOf(dataFolder: string): SignReceipts {
  let key: SigningKey | undefined;
  return (text) => {
    key ??= keptTapeKey(dataFolder);
    return key.sign(text);
  };
}

export async function executorOptions({
  orderPool,
  terms,
  ties,
  now,
  log,
  records,
  tracing,
}: Omit<Deps, 'closing' | 'dataFolder' | 'metrics' | 'slotPool'>): Promise<Omit<ExecutorOptions, 'slots'>> {
  return {
    pool: orderPool,
    limits: LIMITS.commands,
    nowMs: now,
    lagging: (symbol) => ties.ownLagMs(symbol) > LIMITS.commands.engineLagMs,
    ownEpoch: () => ties.ownEpoch(),
    closed: (symbol, wallMs) => !terms.instrumentOpen(symbol, wallMs),
    ...(records && { records: { ...rulebook.recorded, pseudonym: await readPseudonym(orderPool) } }),
    onCommitted: (publications) => ties.committed(publications),
    onArmed: () => ties.armed(),
    tracing,
    log,
  };
}
