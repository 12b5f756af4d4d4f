/** The factor by which an action may take longer now than on an otherwise idle machine. */
import { availableParallelism, loadavg } from 'node:os';

/** The product's promise for an otherwise idle machine; if other processes use the CPU too, their share is added. */
export function grantedMs(promisedMs: number): number {
  return promisedMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
