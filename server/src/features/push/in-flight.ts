/** Tracks this process's pushes in flight per push service, and how far the check of browsers' sessions has come. */
import { limits } from './limits.ts';

export class InFlight {
  readonly #sent = new Set<Promise<void>>();
  /** Number of pushes in flight by the service's host. SQL extracts the host from an endpoint in the same way. */
  readonly #perService = new Map<string, number>();
  /** The id of the last browser whose session was checked; 0 starts from the beginning. */
  lookedUpTo = 0n;

  get size(): number {
    return this.#sent.size;
  }

  busyServices(): string[] {
    const max = limits.pushesServiceMax;
    return [...this.#perService].filter(([, count]) => count >= max).map(([host]) => host);
  }

  /** Counts a push as in flight until its promise settles. The promise must not reject. */
  add(endpoint: string, push: Promise<void>): void {
    const host = endpoint.split('/')[2] ?? '';
    this.#perService.set(host, (this.#perService.get(host) ?? 0) + 1);
    const sent = push.finally(() => {
      this.#sent.delete(sent);
      const left = (this.#perService.get(host) ?? 0) - 1;
      if (left > 0) this.#perService.set(host, left);
      else this.#perService.delete(host);
    });
    this.#sent.add(sent);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#sent);
  }
}
