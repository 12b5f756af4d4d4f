/** Extends time limits on a busy machine. */
import { availableParallelism, loadavg } from 'node:os';

/** `promisedMs` is what the product promises on an otherwise idle machine; it is extended in proportion to the load. */
export function grantedMs(promisedMs: number): number {
  return promisedMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
