/** Starts the guard with the invariants of the whole platform, either next to the server or alone on a separate machine. */
import type { DatabaseConfig } from '../config/environment.ts';
import { startGuardChild } from '../guard/guard-child.ts';
import { startGuard } from '../guard/guard.ts';
import type { Guard } from '../guard/guard.ts';
import type { Log } from '../log.ts';
import { guardedInvariants as invariants } from './breaches.ts';

/** Runs the guard in a separate process, which exits together with this one. */
export function guardBeside(url: string, log: Log): Guard {
  return startGuardChild({ url, invariants, log });
}

/**
 * Runs the guard in this process, for a program that does nothing else. Returns undefined if there is no database to connect to.
 */
export function guardAlone(database: DatabaseConfig, log: Log): Guard | undefined {
  if (database.kind === 'embedded') return undefined;
  return startGuard({ url: database.guardUrl, invariants, tell: log, now: () => performance.now() });
}
