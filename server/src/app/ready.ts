/** Whether this process is ready. Its health routes report this to a proxy. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
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

/**
 * The first step of a shutdown. For a while, the process continues to serve but reports that it is stopping, so that a proxy
 * sends new requests to other processes. There is a proxy if any is configured as trusted. If none is, there is nobody to notify,
 * and the step is skipped.
 */
export async function leave(readiness: Readiness, { trustedProxies }: Pick<Config, 'trustedProxies'>) {
  readiness.leave();
  if (trustedProxies.length > 0) await delay(LIMITS.http.leavingMs);
}
