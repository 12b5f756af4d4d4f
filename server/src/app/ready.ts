/** Whether this process is ready, which its health routes tell a proxy. */
import type { Pool } from '../db/pool.ts';
import { Readiness } from '../http/readiness.ts';
import { LIMITS } from '../limits.ts';
import type { Closing } from './closing.ts';
import type { RunningMarket } from './running-market.ts';

export function watchReadiness(
  pool: Pool,
  running: Pick<RunningMarket, 'running'>,
  closing: Closing,
): Readiness {
  const readiness = new Readiness({
    ...LIMITS.readiness,
    check: async () => {
      await pool.query('select 1');
      return running.running();
    },
  });
  closing.push(() => readiness.stop());
  return readiness;
}
