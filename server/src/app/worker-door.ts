/**
 * The only listener of a process that does background work. It reports whether the process is healthy, and serves nothing else.
 */
import type { AddressInfo } from 'node:net';
import { Callers } from '../callers/callers.ts';
import { ServedNames } from '../callers/served-names.ts';
import { admitOnly } from '../http/admission.ts';
import { drain } from '../http/drain.ts';
import { createHealthHttp } from '../http/server.ts';
import { LIMITS } from '../limits.ts';
import type { Platform } from '../platform/platform.ts';
import type { Closing } from './closing.ts';
import { publicOriginsOf } from './doors.ts';
import { watchReadiness } from './ready.ts';
import type { RunningMarket } from './running-market.ts';

type Deps = {
  readonly platform: Platform;
  readonly running: RunningMarket;
  readonly closing: Closing;
};

export async function openWorkerDoor({ platform, running, closing }: Deps): Promise<{ port: number }> {
  const { config, pool, wallNow: now, log } = platform;
  const readiness = watchReadiness(pool, running, closing);
  const callers = new Callers(config.trustedProxies);
  const http = createHealthHttp({
    ...{ callers, now },
    ready: () => readiness.isReady,
    onError: (error, call) => log(`calls: failed to answer ${call}`, error),
  });
  admitOnly(http.server, {
    callers,
    names: new ServedNames({ origins: publicOriginsOf(config), alsoPrivate: config.mode !== 'live' }),
  });
  closing.push(() => drain(http, LIMITS.http.drainMs));
  await http.listen({ port: config.port, host: config.host });
  return { port: (http.server.address() as AddressInfo).port };
}
