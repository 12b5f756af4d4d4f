/** The answer after an exception: the call failed, or a retry may succeed. It never contains the cause. */
import { refuse } from '@candor/domain/outcome.ts';

/** Classes of temporary PostgreSQL errors: connection, resources, operator intervention, lock not available. */
const PASSING = /^(08|53|57|55P03$|40|25P0[34]$)/;
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
/** The driver's errors of a lost connection have no code; the last is of a statement after the loss. */
const PASSING_MESSAGE = /timeout|Connection terminated|is not queryable/;

export function failure(error: Error & { code?: unknown }, report: (error: Error) => void) {
  report(error);
  const code = typeof error.code === 'string' ? error.code : '';
  const passing = PASSING.test(code) || PASSING_CODES.has(code) || PASSING_MESSAGE.test(error.message);
  return refuse(passing ? 'try_again' : 'request_failed');
}
