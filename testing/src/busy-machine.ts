/** How much longer than on a machine of its own something may take here and now. */
import { availableParallelism, loadavg } from 'node:os';

/** What the product promises on a machine of its own; where others compute too, their share is granted on top. */
export function grantedMs(promisedMs: number): number {
  return promisedMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
}
