/** Runs a simulated process: the seed decides what happens next, and time passes only when nothing else can happen. */
import type { Chance } from '../chance/chance.ts';
import type { Work } from '../process/one-process.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { Wire } from '../wire/wire.ts';

/** Resources of Node that may be open while the process is idle. All others are busy, such as a read of a file. */
const AT_REST =
  /^(TCPSocketWrap|TCPServerWrap|PipeWrap|TTYWrap|Timeout|Immediate|MessagePort|ProcessWrap|SignalWrap)$/;

/** An event from outside, at a time. */
export type Happening = { readonly atMs: number; readonly happen: () => void };

export class Simulation {
  readonly #time: VirtualTime;
  readonly #chance: Chance;
  readonly #work: Work;
  readonly #wire: () => Wire;

  constructor(parts: {
    readonly time: VirtualTime;
    readonly chance: Chance;
    readonly work: Work;
    readonly wire: () => Wire;
  }) {
    this.#time = parts.time;
    this.#chance = parts.chance;
    this.#work = parts.work;
    this.#wire = parts.wire;
  }

  /** Runs until this promise has settled, without events from outside. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => undefined);
    await this.run({ endMs: Infinity, next: () => undefined, isOver: () => isDone });
    return done;
  }

  /**
   * Runs everything that is due before a time. `next` returns the next event from outside, in chronological order. Resolves
   * early if `isOver` returns true at a moment at which nothing is running.
   */
  async run(until: {
    endMs: number;
    next: () => Happening | undefined;
    isOver: () => boolean;
  }): Promise<void> {
    for (;;) {
      await this.#settle();
      if (until.isOver()) return;
      if (await this.#oneStep(until)) return;
    }
  }

  async #oneStep({ endMs, next }: { endMs: number; next: () => Happening | undefined }): Promise<boolean> {
    const ready = this.#wire().ready;
    const outside = next();
    const timerMs = this.#time.nextMs ?? Infinity;
    const dueMs = Math.min(timerMs, outside?.atMs ?? Infinity);
    const isDue = dueMs <= this.#time.nowMs;
    const choices = ready.length + (isDue ? 1 : 0);
    if (choices > 0) {
      const choice = this.#chance.integer(0, choices);
      const stream = ready[choice];
      if (stream !== undefined) {
        await this.#wire().release(stream);
        return false;
      }
    } else {
      if (await this.#wire().poll()) return false;
      // Only work outside of the process can continue.
      if (dueMs === Infinity) return false;
      if (dueMs > endMs) {
        this.#time.passTo(endMs);
        return true;
      }
      this.#time.passTo(dueMs);
    }
    if (outside !== undefined && outside.atMs <= timerMs) outside.happen();
    else this.#time.fire();
    return false;
  }

  /** Waits until the process is idle. */
  async #settle(): Promise<void> {
    for (let isQuiet = false; !isQuiet;) {
      const before = this.#wire().activity;
      await this.#work.turn();
      isQuiet = before === this.#wire().activity && this.#work.waiting() === 0 && !isAtWork();
    }
  }
}

function isAtWork(): boolean {
  return process.getActiveResourcesInfo().some((name) => !AT_REST.test(name));
}
