/**
 * The lives of the server, one after another. People call the server that runs; if it dies, the call is lost, and its outcome
 * is unknown until the next life answers.
 */
import type { Answer, Asked, World } from '../world/world.ts';

export type Door = 'customers' | 'operators';
export type Heard = Answer & { readonly device: string | undefined };

/** Thrown to a caller whose server died before it answered. */
export class LostError extends Error {}

export class Life {
  #world: World | undefined;
  #alive = Promise.withResolvers<void>();
  #lost = Promise.withResolvers<never>();

  begin(world: World): void {
    this.#world = world;
    this.#alive.resolve();
  }

  get world(): World | undefined {
    return this.#world;
  }

  /** The server dies. Its callers are notified; its own code never runs again. */
  end(): void {
    this.#world = undefined;
    this.#alive = Promise.withResolvers<void>();
    const lost = this.#lost;
    this.#lost = Promise.withResolvers<never>();
    this.#lost.promise.catch(() => undefined);
    lost.promise.catch(() => undefined);
    lost.reject(new LostError('expected an answer, but the server was killed first'));
  }

  /** Resolves while a server runs. */
  async alive(): Promise<World> {
    while (this.#world === undefined) await this.#alive.promise;
    return this.#world;
  }

  async ask(door: Door, name: string, asked: Asked): Promise<Heard> {
    const world = await this.alive();
    this.#lost.promise.catch(() => undefined);
    return Promise.race([
      door === 'customers' ? world.call(name, asked) : world.console(name, asked),
      this.#lost.promise,
    ]);
  }
}
