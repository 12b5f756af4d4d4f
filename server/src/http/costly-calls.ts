/**
 * Calls that read or search through much are answered a few at a time, so that however many ask at once, everybody else's calls come in
 * between. Visitors and customers have turns of their own, and nobody's callers fill the line.
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

  /** Does the work when its turn has come; undefined, without doing it, when too many wait. */
  async take<Result>(
    { whose, address }: { readonly whose: string | bigint; readonly address: string },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const turns = typeof whose === 'bigint' ? this.#customers : this.#visitors;
    // Whoever has many networks of IPv6 has as many lines; what they all hold together has a bound as well.
    const shared = typeof whose === 'bigint' ? whose : sharedBy(address);
    return this.#ofCallers.take(whose, () => this.#ofShared.take(shared, () => turns.take(work)));
  }
}
