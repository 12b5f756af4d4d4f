/**
 * Calls that read or search through much are answered a few at a time, so that however many ask at once, everybody else's calls come in
 * between. Visitors and customers have turns of their own, and nobody's callers fill the line.
 */
import { Turns } from '../identity/documents/turns.ts';
import { LIMITS } from '../limits.ts';

const { costlyAtOnceMax: atOnce, costlyWaitingMax: waitingMax, costlyCallerMax } = LIMITS.http;

export class CostlyTurns {
  readonly #visitors = new Turns({ atOnce, waitingMax });
  readonly #customers = new Turns({ atOnce, waitingMax });
  readonly #ofCallers = new Map<string | bigint, number>();

  /** Does the work when its turn has come; undefined, without doing it, when too many wait. */
  async take<Result>(whose: string | bigint, work: () => Promise<Result>): Promise<Result | undefined> {
    const own = this.#ofCallers.get(whose) ?? 0;
    if (own >= costlyCallerMax) return undefined;
    this.#ofCallers.set(whose, own + 1);
    try {
      return await (typeof whose === 'bigint' ? this.#customers : this.#visitors).take(work);
    } finally {
      const left = (this.#ofCallers.get(whose) ?? 1) - 1;
      if (left === 0) this.#ofCallers.delete(whose);
      else this.#ofCallers.set(whose, left);
    }
  }
}
