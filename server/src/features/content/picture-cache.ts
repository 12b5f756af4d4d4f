/**
 * Cache of article photos in memory, up to a size limit, so that serving a photo needs no query and works while the database
 * is down. Photos that don't fit or were just uploaded are read from the database one at a time.
 */
import { every } from '../../db/periodic.ts';
import type { Periodic } from '../../db/periodic.ts';
import type { Pool } from '../../db/pool.ts';
import { Semaphore } from '../../flow/semaphore.ts';
import { limits } from './limits.ts';
import { pictureBytes, pictureSizes } from './store.ts';

const POLL_MS = 2000;

export class PictureCache {
  readonly #pool: Pool;
  readonly #bytesMax: number;
  readonly #kept = new Map<string, Buffer>();
  readonly #lookups = new Map<string, Promise<Buffer | undefined>>();
  readonly #turns = new Semaphore({ atOnce: 1, waitingMax: limits.pictureLookupsMax });
  #bytes = 0;
  #polling: Periodic | undefined;

  constructor({ pool, bytesMax = limits.picturesKeptBytes }: { pool: Pool; bytesMax?: number }) {
    this.#pool = pool;
    this.#bytesMax = bytesMax;
  }

  async start(onError: (error: Error) => void): Promise<void> {
    await this.#read();
    this.#polling = every(POLL_MS, () => this.#read(), onError);
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
  }

  /** Returns undefined if there is no photo with this name, or if too many lookups are waiting. */
  async find(name: string): Promise<Buffer | undefined> {
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const looking = this.#lookups.get(name);
    if (looking !== undefined) return looking;
    const found = this.#turns
      .take(() => pictureBytes(this.#pool, name))
      .finally(() => this.#lookups.delete(name));
    this.#lookups.set(name, found);
    return found;
  }

  async #read(): Promise<void> {
    const sizes = await pictureSizes(this.#pool);
    for (const [name, bytes] of this.#kept) {
      if (sizes.has(name)) continue;
      this.#kept.delete(name);
      this.#bytes -= bytes.length;
    }
    for (const [name, size] of sizes) {
      if (this.#kept.has(name) || this.#bytes + size > this.#bytesMax) continue;
      const bytes = await pictureBytes(this.#pool, name);
      if (bytes === undefined) continue;
      this.#kept.set(name, bytes);
      this.#bytes += bytes.length;
    }
  }
}
