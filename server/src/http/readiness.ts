/**
 * The server's readiness at the last check. However often it is requested, reading it costs nothing, and it works even if the
 * database doesn't answer.
 */
import { every } from '../db/periodic.ts';

export type ReadinessOptions = {
  /** Whether the database answers and the market runs. */
  readonly check: () => Promise<boolean>;
  readonly everyMs: number;
  /** How long a result is considered current. */
  readonly believedMs: number;
  readonly now?: () => number;
};

export class Readiness {
  readonly #believedMs: number;
  readonly #now: () => number;
  readonly #stop: () => Promise<void>;
  #readyMs = Number.NEGATIVE_INFINITY;
  #isLeaving = false;

  constructor({ check, everyMs, believedMs, now = () => performance.now() }: ReadinessOptions) {
    this.#believedMs = believedMs;
    this.#now = now;
    const look = async (): Promise<void> => {
      const ready = await check();
      this.#readyMs = ready ? this.#now() : Number.NEGATIVE_INFINITY;
    };
    const checking = every(everyMs, look, () => (this.#readyMs = Number.NEGATIVE_INFINITY));
    this.#stop = () => checking.stop();
  }

  get isReady(): boolean {
    return !this.#isLeaving && this.#now() - this.#readyMs <= this.#believedMs;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** From now on, reports that the server isn't ready, because it is about to stop. */
  leave(): void {
    this.#isLeaving = true;
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
