/**
 * Calls that read or search through much are answered a few at a time, so that however many ask at once, everybody else's calls come in
 * between. Visitors and customers have turns of their own, and nobody's callers fill the line.
 */
import { sharedBy } from '../callers/addresses.ts';
import { Turns } from '../identity/documents/turns.ts';
import { LIMITS } from '../limits.ts';

const {
  costlyAtOnceMax: atOnce,
  costlyWaitingMax: waitingMax,
  costlyCallerMax,
  costlySharedMax,
} = LIMITS.http;

function count(counts: Map<string | bigint, number>, of: string | bigint, more: number): void {
  const now = (counts.get(of) ?? 0) + more;
  if (now === 0) counts.delete(of);
  else counts.set(of, now);
}

export class CostlyTurns {
  readonly #visitors = new Turns({ atOnce, waitingMax });
  readonly #customers = new Turns({ atOnce, waitingMax });
  readonly #ofCallers = new Map<string | bigint, number>();
  readonly #ofShared = new Map<string | bigint, number>();

  /** Does the work when its turn has come; undefined, without doing it, when too many wait. */
  async take<Result>(
    { whose, address }: { readonly whose: string | bigint; readonly address: string },
    work: () => Promise<Result>,
  ): Promise<Result | undefined> {
    // Whoever has many networks of IPv6 has as many lines; what they all hold together has a bound as well.
    const shared = typeof whose === 'bigint' ? whose : sharedBy(address);
    if ((this.#ofCallers.get(whose) ?? 0) >= costlyCallerMax) return undefined;
    if ((this.#ofShared.get(shared) ?? 0) >= costlySharedMax) return undefined;
    count(this.#ofCallers, whose, 1);
    count(this.#ofShared, shared, 1);
    try {
      return await (typeof whose === 'bigint' ? this.#customers : this.#visitors).take(work);
    } finally {
      count(this.#ofCallers, whose, -1);
      count(this.#ofShared, shared, -1);
    }
  }
}
