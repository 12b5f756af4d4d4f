/** What one process is sending: how much of it to each push service, and which browsers it has looked at already. */
import { LIMITS } from '../../limits.ts';

export class InFlight {
  readonly #sent = new Set<Promise<void>>();
  /** By the host of the service, as SQL cuts it out of an endpoint too. */
  readonly #perService = new Map<string, number>();
  /** The browser up to which it was asked whether their session is over; 0 begins anew. */
  lookedUpTo = 0n;

  get size(): number {
    return this.#sent.size;
  }

  /** Hosts of services that are given nothing more until one of theirs comes back. */
  busyServices(): string[] {
    const max = LIMITS.notifications.pushesServiceMax;
    return [...this.#perService].filter(([, count]) => count >= max).map(([host]) => host);
  }

  /** Counts a push until it has settled, which it does without throwing. */
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
