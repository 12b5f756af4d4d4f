/** Events from outside the process, in chronological order. */
import type { Happening } from '../run/simulation.ts';

export class Agenda {
  readonly #now: () => number;
  #happenings: (Happening & { readonly order: number })[] = [];
  #order = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  at(atMs: number, happen: () => void): void {
    this.#order += 1;
    const order = this.#order;
    const place = this.#happenings.findIndex((other) => other.atMs > atMs);
    const added = {
      ...{ atMs, order },
      happen: () => {
        this.#happenings = this.#happenings.filter((one) => one.order !== order);
        happen();
      },
    };
    if (place === -1) this.#happenings.push(added);
    else this.#happenings.splice(place, 0, added);
  }

  /** Lets a person wait for a period. */
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.#now() + ms, resolve));
  }

  next(): Happening | undefined {
    return this.#happenings[0];
  }
}
