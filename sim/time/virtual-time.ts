/**
 * The clock of a simulated process. It advances only when the simulation advances it. Timers fire in the order of their times
 * and, at equal times, in the order in which they were created.
 */

export class VirtualTimer {
  readonly #time: VirtualTime;
  readonly work: () => void;
  readonly everyMs: number | undefined;
  delayMs: number;
  dueMs = 0;
  order = 0;
  isSet = false;

  constructor(time: VirtualTime, work: () => void, how: { delayMs: number; repeats: boolean }) {
    this.#time = time;
    this.work = work;
    this.delayMs = how.delayMs;
    this.everyMs = how.repeats ? how.delayMs : undefined;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  refresh(): this {
    if (this.isSet) this.#time.set(this);
    return this;
  }

  close(): this {
    this.#time.clear(this);
    return this;
  }

  [Symbol.dispose](): void {
    this.#time.clear(this);
  }
}

export class VirtualTime {
  readonly startMs: number;
  #nowMs: number;
  #order = 0;
  readonly #timers = new Set<VirtualTimer>();

  constructor(startMs: number) {
    this.startMs = startMs;
    this.#nowMs = startMs;
  }

  /** The wall clock, with fractions of a millisecond. */
  get nowMs(): number {
    return this.#nowMs;
  }

  /** The time of the next timer. */
  get nextMs(): number | undefined {
    return this.#first()?.dueMs;
  }

  pass(ms: number): void {
    this.#nowMs += ms;
  }

  passTo(atMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, atMs);
  }

  set(timer: VirtualTimer): void {
    // Node, too, waits at least one millisecond.
    timer.dueMs = this.#nowMs + Math.max(1, timer.delayMs);
    this.#order += 1;
    timer.order = this.#order;
    timer.isSet = true;
    this.#timers.add(timer);
  }

  clear(timer: VirtualTimer): void {
    timer.isSet = false;
    this.#timers.delete(timer);
  }

  /** Fires the next timer, at its time. */
  fire(): void {
    const timer = this.#first();
    if (timer === undefined) return;
    this.passTo(timer.dueMs);
    this.clear(timer);
    if (timer.everyMs !== undefined) this.set(timer);
    timer.work();
  }

  /** Drops every timer, as the death of the process does. */
  forget(): void {
    this.#timers.clear();
  }

  /** There are only a few dozen timers, so a linear search for the first is enough. */
  #first(): VirtualTimer | undefined {
    let first: VirtualTimer | undefined;
    for (const timer of this.#timers) {
      if (first === undefined || timer.dueMs < first.dueMs) first = timer;
      else if (timer.dueMs === first.dueMs && timer.order < first.order) first = timer;
    }
    return first;
  }
}
