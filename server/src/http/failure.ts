/** The answer after an exception: it says that the call failed, or that a retry may succeed, but never the cause. */
import { refuse } from '@candor/domain/outcome.ts';

/** Classes of temporary PostgreSQL errors: connection, resources, operator intervention, lock not available. */
const PASSING = /^(08|53|57|55P03$|40|25P0[34]$)/;
const PASSING_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT']);
/** The driver's errors for a lost connection have no code. The last of these is raised by a statement sent after the loss. */
const PASSING_MESSAGE = /timeout|Connection terminated|is not queryable/;

export function failure(error: Error & { code?: unknown }, report: (error: Error) => void) {
  report(error);
  const code = typeof error.code === 'string' ? error.code : '';
  const passing = PASSING.test(code) || PASSING_CODES.has(code) || PASSING_MESSAGE.test(error.message);
  return refuse(passing ? 'try_again' : 'request_failed');
}
