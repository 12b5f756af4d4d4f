/**
 * Runs calls that read or search a lot, only a few at a time, so that other calls can run even if many costly ones arrive.
 * Visitors and customers have separate queues, and no single caller can fill one.
 */
import { sharedBy } from '../callers/addresses.ts';
import { PerKeyLimit } from '../flow/per-key-limit.ts';
import { Semaphore } from '../flow/semaphore.ts';
import { LIMITS } from '../limits.ts';

const {
  costlyAtOnceMax: atOnce,
  costlyWaitingMax: waitingMax,
  costlyCallerMax,
  costlySharedMax,
} = LIMITS.http;

export class CostlyCalls {
  readonly #visitors = new Semaphore({ atOnce, waitingMax });
  readonly #customers = new Semaphore({ atOnce, waitingMax });
  readonly #ofCallers = new PerKeyLimit<string | bigint>(costlyCallerMax);
  readonly #ofShared = new PerKeyLimit<string | bigint>(costlySharedMax);

  /** Runs the work. Returns undefined without running it if too much work is waiting. */
  async take<Result>(
    { whose, address }: { readonly whose: string | bigint; readonly address: string },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const turns = typeof whose === 'bigint' ? this.#customers : this.#visitors;
    // The holder of many IPv6 networks would otherwise count as many callers, so all networks of a /48 share a limit.
    const shared = typeof whose === 'bigint' ? whose : sharedBy(address);
    return this.#ofCallers.take(whose, () => this.#ofShared.take(shared, () => turns.take(work)));
  }
}
