/**
 * Replaces the time, the random numbers and the database connections of this process. Libraries use them too, so the replaced
 * parts are those that the process itself offers: the globals and Node's modules. The replacement is permanent, so a process
 * simulates only once.
 */
import type { Dirent } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import sharp from 'sharp';
import type { Chance } from '../chance/chance.ts';
import { VirtualTimer } from '../time/virtual-time.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { Wire } from '../wire/wire.ts';
import { seededKeys } from './seeded-keys.ts';

const require = createRequire(import.meta.url);

type Callback = (...args: unknown[]) => void;
type Parts = { readonly time: VirtualTime; readonly chance: Chance };

/** The work of the process other than timers and messages of the database. */
export type Work = {
  /**
   * The number of callbacks of `setImmediate` that have not run yet, and of images that other threads are
   * encoding.
   */
  readonly waiting: () => number;
  /** Lets the process's event loop run once. */
  readonly turn: () => Promise<void>;
};

export function takeOver({ time, chance }: Parts): Work {
  // The leader is recorded by its process id.
  Object.defineProperty(process, 'pid', { value: 1 });
  takeTime(time);
  takeChance(chance);
  takePasswords(chance.for('salts'));
  const { waiting, turn } = takeImmediates();
  const drawing = takePictures();
  keepOrderOfFiles();
  syncBuiltinESMExports();
  return { waiting: () => waiting() + drawing(), turn };
}

/** Routes every connection of the library through the wire. `wireNow` returns the wire of the current world. */
export function takeConnections(wireNow: () => Wire): void {
  const pg = require('pg') as { Client: new (config: object) => object; Pool: { prototype: object } };
  const { Client } = pg;
  pg.Client = class extends Client {
    constructor(config: object | string) {
      const given = typeof config === 'string' ? { connectionString: config } : config;
      super({ ...given, stream: () => wireNow().open() });
    }
  };
}

function takeTime(time: VirtualTime): void {
  const RealDate = Date;
  const now = (): number => Math.floor(time.nowMs);
  const SimDate = new Proxy(RealDate, {
    construct: (target, given: unknown[], as) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, as) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
  globalThis.Date = SimDate;
  performance.now = () => time.nowMs - time.startMs;
  const set = (work: Callback, delayMs: number | undefined, how: { repeats: boolean; given: unknown[] }) => {
    const { repeats, given } = how;
    const ms = delayMs !== undefined && delayMs >= 1 ? delayMs : 1;
    const timer = new VirtualTimer(time, () => work(...given), { delayMs: ms, repeats });
    time.set(timer);
    return timer;
  };
  const clear = (timer: unknown): void => {
    if (timer instanceof VirtualTimer) time.clear(timer);
  };
  const timers = {
    setTimeout: (work: Callback, ms?: number, ...given: unknown[]) =>
      set(work, ms, { repeats: false, given }),
    setInterval: (work: Callback, ms?: number, ...given: unknown[]) =>
      set(work, ms, { repeats: true, given }),
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(globalThis, timers);
  Object.assign(require('node:timers') as object, timers);
  const delay = (ms?: number, value?: unknown, options: { signal?: AbortSignal } = {}): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const { signal } = options;
      const aborted = (): void => {
        clear(timer);
        reject(signal?.reason as Error);
      };
      const timer = timers.setTimeout(() => {
        signal?.removeEventListener('abort', aborted);
        resolve(value);
      }, ms);
      if (signal?.aborted === true) aborted();
      else signal?.addEventListener('abort', aborted, { once: true });
    });
  Object.assign(require('node:timers/promises') as object, { setTimeout: delay });
}

function takeImmediates(): Work {
  let waiting = 0;
  const real = setImmediate;
  const realClear = clearImmediate;
  const known = new WeakSet<object>();
  const setCounted = (work: Callback, ...given: unknown[]) => {
    waiting += 1;
    const handle = real(() => {
      known.delete(handle);
      waiting -= 1;
      work(...given);
    });
    known.add(handle);
    return handle;
  };
  const clearCounted = (handle: NodeJS.Immediate | undefined): void => {
    if (handle !== undefined && known.delete(handle)) waiting -= 1;
    realClear(handle);
  };
  const counted = { setImmediate: setCounted, clearImmediate: clearCounted };
  Object.assign(globalThis, counted);
  Object.assign(require('node:timers') as object, counted);
  const promised = (value?: unknown) => new Promise((resolve) => setCounted(() => resolve(value)));
  Object.assign(require('node:timers/promises') as object, { setImmediate: promised });
  return { waiting: () => waiting, turn: () => new Promise((resolve) => real(resolve)) };
}

function takeChance(chance: Chance): void {
  const [bytes, numbers] = [chance.for('bytes'), chance.for('numbers')];
  Math.random = () => numbers.fraction();
  const randomBytes = (size: number, done?: (error: null, bytes: Buffer) => void) => {
    const drawn = bytes.bytes(size);
    if (done === undefined) return drawn;
    setImmediate(() => done(null, drawn));
    return undefined;
  };
  const randomFillSync = (buffer: NodeJS.ArrayBufferView): NodeJS.ArrayBufferView => {
    new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength).set(bytes.bytes(buffer.byteLength));
    return buffer;
  };
  const randomUUID = (): string => {
    const hex = bytes.bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  const randomInt = (from: number, to?: number): number =>
    to === undefined ? numbers.integer(0, from) : numbers.integer(from, to);
  const crypto = require('node:crypto') as Record<string, unknown>;
  Object.assign(crypto, { randomBytes, randomFillSync, randomUUID, randomInt });
  Object.assign(crypto, seededKeys(chance.for('keys')));
  globalThis.crypto.getRandomValues = (array) => randomFillSync(array as never) as never;
  globalThis.crypto.randomUUID = randomUUID as never;
}

/**
 * Hashes passwords synchronously and cheaply, with salts from the seed. The cost of hashing is not simulated.
 */
function takePasswords(salts: Chance): void {
  type Hashing = {
    hash: unknown;
    verify: unknown;
    hashSync: (password: Buffer, options: object) => string;
    verifySync: (hash: string, password: Buffer, options?: object) => boolean;
  };
  const argon = require('@node-rs/argon2') as Hashing;
  const { hashSync, verifySync } = argon;
  const cheap = { memoryCost: 64, timeCost: 1, parallelism: 1 };
  argon.hash = (password: Buffer, options: object) =>
    Promise.resolve(hashSync(password, { ...options, ...cheap, salt: salts.bytes(16) }));
  argon.verify = (hash: string, password: Buffer, options?: object) =>
    Promise.resolve(verifySync(hash, password, options));
}

/** Images are encoded on other threads, one after another, so that they are ready in the order in which they were requested. */
function takePictures(): () => number {
  const prototype = sharp.prototype as unknown as Record<string, (...given: unknown[]) => unknown>;
  let drawing = 0;
  let before: Promise<unknown> = Promise.resolve();
  for (const name of ['toBuffer', 'metadata', 'stats']) {
    const draw = prototype[name];
    if (draw === undefined) throw new Error(`expected sharp to have the method ${name}, found none`);
    prototype[name] = function drawn(this: unknown, ...given: unknown[]) {
      drawing += 1;
      const made = before.then(() => draw.apply(this, given));
      const ended = (): void => {
        drawing -= 1;
      };
      before = made.then(ended, ended);
      return made;
    };
  }
  return () => drawing;
}

/** The system lists a folder in an arbitrary order. */
function keepOrderOfFiles(): void {
  const files = require('node:fs/promises') as {
    readdir: (...given: never[]) => Promise<(string | Dirent)[]>;
  };
  const { readdir } = files;
  const nameOf = (entry: string | Dirent): string => (typeof entry === 'string' ? entry : entry.name);
  files.readdir = async (...given) =>
    (await readdir(...given)).toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
}
