/** For tests: sets a demo's clock forward with ada's signature, as her command line does, without starting a process. */
import { MINUTE_MS } from '@candor/domain/time.ts';
import { bodyText } from '@candor/protocol/console/approval.ts';
import type { Connection, Pool } from '../../server/src/db/pool.ts';
import { clockForward } from '../../server/src/features/demo/clock.ts';
import { act } from '../../server/src/operators/act.ts';
import { appendRecord } from '../../server/src/operators/audit.ts';
import { readClock } from '../../server/src/quotes/clock.ts';
import { decidingAs, signedBy } from './signing.ts';

const ADA = { account: 'ada', role: 'admin', person: 'ada' } as const;

export async function setForward(pool: Pool, step: 'hour' | 'day'): Promise<void> {
  const { aheadMs } = await readClock(pool);
  const outcome = await act(
    {
      pool,
      operator: ADA,
      now: () => Date.now() + aheadMs,
      sign: (connection, { operator, act: done }) =>
        signedBy(connection, operator, { act: done, body: bodyText({ step }), nowMs: Date.now() }),
    },
    clockForward,
    { step, note: undefined },
  );
  if (!outcome.ok) throw new Error(`expected the clock to be set forward, found ${outcome.refusal.code}`);
}

type Step = {
  readonly fromMs: number;
  readonly ms: number;
  /** The step that ada signs, if it differs from the recorded one. */
  readonly signedMs?: number;
  readonly action?: string;
  /** The connection that reads ada's key, for a role that may not read operators. */
  readonly keys?: Pool | Connection;
};

/** Writes only the signed record of a step, for tests that write to the clock themselves. */
export async function recordStep(
  connection: Connection,
  { fromMs, ms, signedMs = ms, action = 'clock.forward', keys = connection }: Step,
): Promise<void> {
  const at = (timeMs: number) => ({ market_time: new Date(timeMs).toISOString() });
  const body = { step: 'minutes', minutes: signedMs / MINUTE_MS };
  const operator = await decidingAs(keys, 'ada', { action, subject: 'clock', body });
  const { aheadMs } = await readClock(connection);
  const entry = { action, subject: 'clock', before: at(fromMs), after: at(fromMs + ms), reason: undefined };
  await appendRecord(connection, entry, { operator, nowMs: Date.now() + aheadMs });
}
