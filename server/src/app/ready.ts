/** Whether this process is ready, which its health routes tell a proxy. */
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
 * The first step of a shutdown: for a while, the process continues to serve but reports that it is stopping. Meanwhile a proxy,
 * which exists if any is trusted, sends new requests to other processes. Without a proxy, there is nobody to notify.
 */
export async function leave(readiness: Readiness, { trustedProxies }: Pick<Config, 'trustedProxies'>) {
  readiness.leave();
  if (trustedProxies.length > 0) await delay(LIMITS.http.leavingMs);
}
