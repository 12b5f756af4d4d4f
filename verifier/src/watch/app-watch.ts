/**
 * Compares the app's files with the logged manifest, all of them or a share in each round, as browsers of customers would
 * receive them. Files that lead a browser to other files are compared in every round, with every kind of browser.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { browsersOf, differenceOf, readManifest } from './check-app.ts';
import type { Browser, ManifestFile, Served } from './check-app.ts';

/** Reads a path of the server, such as `/index.html`, as a browser does; throws if the server is busy or cannot be reached. */
export type ReadAsBrowser = (path: string, browser: Browser) => Promise<Served>;

export type AppWatchDeps = {
  readonly read: ReadAsBrowser;
  /** Reads a file of the log. */
  readonly file: (path: string) => Promise<Uint8Array>;
  /** The SHA-256 of the logged manifests, oldest first. */
  readonly manifests: () => readonly string[];
  /** The witnesses' time of the newest accepted checkpoint, in milliseconds; undefined if there is none. */
  readonly witnessedMs: () => number | undefined;
  readonly nowMs: () => number;
  readonly random: (below: number) => number;
  /** The number of rounds in which every file is compared once. */
  readonly passRounds: number;
  /** How long files may be served before their manifest is in the log. */
  readonly graceMs: number;
};

/** A difference that may still turn out to be a new build. */
type Suspect = {
  readonly file: ManifestFile;
  readonly browser: Browser;
  readonly why: string;
  /** The hash of the bytes, or the other difference. */
  readonly served: string;
  readonly sinceMs: number;
  /** Whether the last reading showed the difference. */
  isServed: boolean;
};

const AT_ONCE = 4;
const SUSPECTS_MAX = 1000;
/** Manifests whose files are kept for comparison if the newest one cannot be read. */
const MANIFESTS_KEPT = 2;
/**
 * The number of recent manifests whose files an old server may still serve, each for the grace period after the next one
 * appeared.
 */
const MANIFESTS_LATELY = 8;
/** The files that the page names directly: its scripts, styles and the like. */
const NAMED = /(?:src|href)="\/([^"]+)"/g;
const WORKERS = /^[^/]*\.js$/;

export class AppWatch {
  readonly #deps: AppWatchDeps;
  readonly #browsers: readonly [Browser, ...Browser[]];
  readonly #suspects = new Map<string, Suspect>();
  /** The files of a manifest, by its hash. */
  readonly #files = new Map<string, readonly ManifestFile[]>();
  /** The files of the newest manifest that are compared in every round. */
  #entries: readonly string[] = [];
  #manifest: string | undefined;
  /** Files in the order in which they are compared, and the number of readings so far. */
  #order: ManifestFile[] = [];
  #turn = 0;
  #unlogged: number | undefined;
  /** When each logged manifest was first seen. */
  readonly #seenMs: number[] = [];

  constructor(deps: AppWatchDeps) {
    this.#deps = deps;
    const device = Array.from({ length: 43 }, () => 'abcdefghijklmnopqrstuvwxyz012345'[deps.random(32)]);
    this.#browsers = browsersOf(device.join(''));
  }

  /** The browsers that the watch imitates. */
  get browsers(): readonly Browser[] {
    return this.#browsers;
  }

  /** Adds alarms to `found`. If something cannot be read, throws after adding them. */
  async round(found: Alarm[]): Promise<void> {
    const { manifests, nowMs, graceMs } = this.#deps;
    this.#noteManifests(manifests().length);
    const newest = manifests().at(-1);
    if (newest === undefined) {
      this.#unlogged ??= nowMs();
      if (nowMs() - this.#unlogged < graceMs) return;
      found.push(alarm('app_unlogged', 'The log has no manifest of the app’s files.'));
      return;
    }
    const files = await this.#filesOf(newest, found);
    if (files === undefined) return;
    if (newest !== this.#manifest) {
      [this.#manifest, this.#entries] = [newest, files.map(({ path }) => path).filter(isEntry)];
      this.#order = shuffled(files, this.#deps.random);
    }
    let failed: unknown;
    try {
      await this.#readDue(files);
    } catch (error) {
      failed = error;
    }
    await this.#judge(files, found);
    if (failed !== undefined) throw failed;
  }

  /** Only the newest of the manifests logged before the watch began may be recent. */
  #noteManifests(count: number): void {
    const isFirst = this.#seenMs.length === 0;
    while (this.#seenMs.length < count)
      this.#seenMs.push(
        isFirst && this.#seenMs.length < count - 1 ? Number.NEGATIVE_INFINITY : this.#deps.nowMs(),
      );
  }

  /** Reads every due file, even if others cannot be read. */
  async #readDue(files: readonly ManifestFile[]): Promise<void> {
    const due = this.#due(files);
    let failed: { readonly error: unknown } | undefined;
    const work = async (): Promise<void> => {
      for (let one = due.shift(); one !== undefined; one = due.shift()) {
        try {
          await this.#compare(one.file, one.browser);
          if (one.isInTurn) this.#order.push(one.file);
        } catch (error) {
          failed ??= { error };
          // The file stays first in the queue.
          if (one.isInTurn) this.#order.unshift(one.file);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failed !== undefined) throw failed.error;
  }

  #due(files: readonly ManifestFile[]): { file: ManifestFile; browser: Browser; isInTurn: boolean }[] {
    const page = files.find(({ path }) => path === 'index.html');
    // The page is what browsers open at the address itself.
    const address = page === undefined ? [] : [{ hash: page.hash, path: '' }];
    const first = [...address, ...files.filter(({ path }) => this.#entries.includes(path))];
    const always = first.flatMap((file) => this.#browsers.map((browser) => ({ file, browser })));
    const again = [...this.#suspects.values()].map(({ file, browser }) => ({ file, browser }));
    const share = this.#order.splice(0, Math.ceil(files.length / this.#deps.passRounds));
    const inTurn = share.map((file) => ({ file, browser: this.#nextBrowser(files.length), isInTurn: true }));
    return [...[...again, ...always].map((one) => ({ ...one, isInTurn: false })), ...inTurn];
  }

  /** Returns the browser to imitate for the next file: a different one than in the last pass over all files. */
  #nextBrowser(files: number): Browser {
    const { length } = this.#browsers;
    // Shifts by one per pass if the number of files is a multiple of the number of browsers.
    const pass = files % length === 0 ? Math.floor(this.#turn / files) : 0;
    this.#turn += 1;
    return this.#browsers[(this.#turn + pass) % length] ?? this.#browsers[0];
  }

  async #compare(file: ManifestFile, browser: Browser): Promise<void> {
    const served = await this.#deps.read(`/${file.path}`, browser);
    for (const suspect of this.#suspects.values()) {
      if (suspect.file.path === file.path && suspect.browser === browser) suspect.isServed = false;
    }
    if (file.path === 'index.html') this.#noteNamed(served);
    const different = differenceOf(file.path, file.hash, served);
    if (different === undefined) return;
    const name = `${browser.name} ${file.path} ${different.served}`;
    const known = this.#suspects.get(name);
    if (known !== undefined) known.isServed = true;
    else if (this.#suspects.size < SUSPECTS_MAX)
      this.#suspects.set(name, {
        ...{ file, browser, ...different, sinceMs: this.#deps.nowMs(), isServed: true },
      });
  }

  /** From the next round on, the files that the page names are compared in every round. */
  #noteNamed({ bytes }: Served): void {
    const named = [...new TextDecoder().decode(bytes).matchAll(NAMED)].map(([, path = '']) => path);
    this.#entries = [...new Set([...this.#entries, ...named])];
  }

  /** Bytes that no manifest in the log has raise an alarm even if the server has returned to the right bytes. */
  async #judge(files: readonly ManifestFile[], found: Alarm[]): Promise<void> {
    const { nowMs, graceMs, witnessedMs } = this.#deps;
    const newest = new Set(files.map(nameOf));
    for (const [name, suspect] of this.#suspects) {
      const { file, browser, why, served, sinceMs, isServed } = suspect;
      const is = nameOf({ path: file.path === '' ? 'index.html' : file.path, hash: served });
      if (newest.has(is)) {
        this.#suspects.delete(name);
        continue;
      }
      // The log must have had time to show another manifest.
      const isDue = nowMs() - sinceMs >= graceMs && (graceMs === 0 || (witnessedMs() ?? 0) > sinceMs);
      if (!isDue) continue;
      if (!isServed) {
        this.#suspects.delete(name);
        // Only wrong bytes and headers are still a fraud: a file may be missing while a server starts.
        // oxlint-disable-next-line no-await-in-loop -- rare
        if (served.startsWith('status ') || (await this.#wasNewest(is, sinceMs))) continue;
      }
      const called = file.path === '' ? 'The address itself' : file.path;
      found.push(alarm('app_differs', `${called} ${why}, to ${browser.name}.`, served, file.hash));
    }
  }

  /**
   * Whether a file belongs to a manifest that was the newest at a time, or until shortly before it. The number of later
   * manifests does not matter, since several builds may follow each other within the grace period. An older manifest is not
   * accepted just because it was once in the log.
   */
  async #wasNewest(name: string, atMs: number): Promise<boolean> {
    const { manifests, graceMs } = this.#deps;
    const newest = manifests();
    const lately = newest.filter(
      (_, at) => (this.#seenMs[at + 1] ?? Number.POSITIVE_INFINITY) >= atMs - graceMs,
    );
    for (const hash of new Set(lately.slice(-MANIFESTS_LATELY))) {
      // oxlint-disable-next-line no-await-in-loop -- at most eight
      const files = await this.#filesOf(hash, []);
      if (files?.some((file) => nameOf(file) === name) === true) return true;
    }
    return false;
  }

  async #filesOf(hash: string, found: Alarm[]): Promise<readonly ManifestFile[] | undefined> {
    const text = new TextDecoder().decode(await this.#deps.file(`/log/app/${hash}`));
    const files = readManifest(text);
    if (bytesToHex(sha256(utf8ToBytes(text))) === hash && files !== undefined) {
      this.#files.set(hash, files);
      for (const old of [...this.#files.keys()].slice(0, -MANIFESTS_KEPT)) this.#files.delete(old);
      return files;
    }
    found.push(alarm('app_differs', `The manifest ${hash} is not the one in the log.`, text));
    // The files are then compared with the manifest that was read before.
    return this.#files.get(hash);
  }
}

const nameOf = ({ path, hash }: ManifestFile): string => `${hash} ${path}`;
const isEntry = (path: string): boolean => path.endsWith('.html') || WORKERS.test(path);

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const all = [...items];
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    const [one, two] = [all[at], all[other]];
    if (one !== undefined && two !== undefined) [all[at], all[other]] = [two, one];
  }
  return all;
}
