/** How much longer something may take now than on an otherwise idle machine. */
import { availableParallelism, loadavg } from 'node:os';

/** The product's promise on an otherwise idle machine; if others compute too, their share is added. */
export function grantedMs(promisedMs: number): number {
  return promisedMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
