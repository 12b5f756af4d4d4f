/** What a caller is told when something threw: that the call failed, or that retrying will help; never why. */
import { refuse } from '@candor/domain/outcome.ts';

/** PostgreSQL error classes that mean "not now": connection, resources, operator intervention, lock not available. */
const PASSING = /^(08|53|57|55P03$|40|25P0[34]$)/;
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);

export function failure(error: Error & { code?: unknown }, report: (error: Error) => void) {
  report(error);
  const code = typeof error.code === 'string' ? error.code : '';
  const passing =
    PASSING.test(code) || PASSING_CODES.has(code) || /timeout|Connection terminated/.test(error.message);
  return refuse(passing ? 'try_again' : 'request_failed');
}
