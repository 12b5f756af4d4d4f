/**
 * Maintains the transparency log, its time stamps and the statements of liabilities. Only one process at a time does this,
 * elected in the same way as the one that leads the market. The database prevents two processes from appending at the same time.
 */
import type { Config } from '../config/config.ts';
import { untilStarted } from '../db/periodic.ts';
import type { Periodic } from '../db/periodic.ts';
import type { Pool } from '../db/pool.ts';
import type { LogFileAt } from '../http/log-routes.ts';
import { keepLiabilities } from '../liabilities/building.ts';
import { readLiabilityFile } from '../liabilities/files.ts';
import { seekLead } from '../quotes/leader.ts';
import { readStampFile } from '../proofs/time-stamps/files.ts';
import { stampLog } from '../proofs/time-stamps/stamping.ts';
import { readLogFile } from '../proofs/tlog/files.ts';
import { leadLog } from '../proofs/tlog/leading-log.ts';
import type { LeadingLog, LeadingLogDeps } from '../proofs/tlog/leading-log.ts';
import { publicLogKey } from '../proofs/tlog/log-key.ts';
import { readPolicyText } from '../proofs/tlog/policy.ts';

type ProvingDeps = LeadingLogDeps & {
  readonly liabilitiesEveryMs: number;
  readonly quorum: number;
  readonly timeStamps: Config['timeStamps'];
};

/**
 * Competes to become the process that publishes proofs. The returned function withdraws this process, so that another
 * one can take over immediately.
 */
export async function proveWhileLeading(
  { owner, alone }: { readonly owner: string; readonly alone: boolean },
  deps: ProvingDeps,
): Promise<() => Promise<void>> {
  const log = keepLog(deps);
  const { pool, report } = deps;
  const leadership = seekLead({
    ...{ pool, role: 'proofs', owner, takeAtOnce: alone, report },
    onLead: async () => log.begin(),
    onLost: log.end,
  });
  await leadership.tried;
  return leadership.stop;
}

type KeptLog = {
  /** Starts once the previous run has stopped. A start that fails is retried. */
  begin(): void;
  end(): Promise<void>;
};

export function keepLog(deps: ProvingDeps): KeptLog {
  let running: Promise<LeadingLog | undefined> = Promise.resolve(undefined);
  let leading = new AbortController();
  let beside: readonly Periodic[] = [];
  const { pool, liabilitiesEveryMs: everyMs, report } = deps;
  const turn = (leads: boolean): void => {
    // Stops retrying a start, so that the next one can begin.
    leading.abort();
    leading = new AbortController();
    const { signal } = leading;
    running = running.then(async (before) => {
      await Promise.all([before, ...beside].map((one) => one?.stop()));
      beside = [];
      if (!leads) return undefined;
      beside = [
        keepLiabilities({ pool, everyMs, report }),
        stampLog({ ...deps, ...deps.timeStamps, now: deps.wallNow }),
      ];
      return untilStarted(() => leadLog(deps), {
        signal,
        onError: ({ message }) => report(`transparency log: failed to start (retrying): ${message}`),
      });
    });
  };
  return {
    begin: () => turn(true),
    end: async () => {
      turn(false);
      await running;
    },
  };
}

/** Every process serves the log's files, not only the leader. */
export function logFiles(pool: Pool, { tlog }: Pick<Config, 'tlog'>): LogFileAt {
  return async (path) => {
    if (path.startsWith('stamps/')) return readStampFile(pool, path);
    if (path.startsWith('liabilities/')) return readLiabilityFile(pool, path);
    if (path !== 'policy') return readLogFile(pool, path, tlog.quorum);
    const vkey = await publicLogKey(pool, tlog.origin);
    if (vkey === undefined) return undefined;
    const text = await readPolicyText(pool, vkey, tlog.quorum);
    if (text === undefined) return undefined;
    return { body: Buffer.from(text), type: 'text/plain; charset=utf-8', isImmutable: false };
  };
}
