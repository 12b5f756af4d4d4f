/**
 * Watches a platform from outside, round by round: follows its log, and compares with it what the platform serves. A stranger
 * runs it, so it uses only what everybody can read.
 */
import type { SignatureCheck } from '../crypto.ts';
import type { Policy } from '../tlog/policy.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import { checkApp } from './check-app.ts';
import { PAGE, checkTape } from './check-tape.ts';
import type { ReadTape } from './check-tape.ts';
import { checkTerms } from './check-terms.ts';
import type { PublishedTerms } from './check-terms.ts';
import { followLog } from './follow-log.ts';
import type { LogPlace } from './follow-log.ts';
import { Logged } from './logged.ts';
import type { Head } from './logged.ts';

export type Platform = {
  /** Reads a file at a path of the server, such as `/log/checkpoint`. */
  readonly file: (path: string) => Promise<Uint8Array>;
  readonly tape: ReadTape;
  /** The newest number of each tape's signed checkpoints, with its time in seconds. */
  readonly heads: () => Promise<
    readonly { readonly symbol: string; readonly seq: number; readonly time: number }[]
  >;
  readonly terms: () => Promise<readonly PublishedTerms[]>;
};

export type WatchDeps = {
  readonly platform: Platform;
  readonly policy: Policy;
  readonly verify: SignatureCheck;
  readonly nowMs: () => number;
  /** How old the newest cosignature may be, and how late a signed head may come into the log. */
  readonly lateMaxMs: number;
  /** The maximum number of pages of old tape entries that a round reads again. */
  readonly pagesAgain: number;
};

/** The log of a place that an earlier run reached, so that a restart does not forget what it saw. */
export type Watched = { readonly place: LogPlace; readonly entries: readonly string[] };

export class Watch {
  readonly #deps: WatchDeps;
  readonly #logged = new Logged();
  readonly #entries: string[] = [];
  /** The number of heads of each tape that were compared. */
  readonly #compared = new Map<string, number>();
  /** Where the next reading of old ranges begins. */
  #again = 0;
  /** When a signed head that is not in the log was seen first, in milliseconds. */
  readonly #missing = new Map<string, number>();
  #place: LogPlace | undefined;
  #app: string | undefined;

  constructor(deps: WatchDeps, before?: Watched) {
    this.#deps = deps;
    if (before === undefined) return;
    this.#place = before.place;
    this.#take(before.entries);
  }

  /** What a later run needs to continue. */
  get watched(): Watched | undefined {
    return this.#place && { place: this.#place, entries: this.#entries };
  }

  /** The number of entries that the watch has seen. */
  get size(): number {
    return this.#entries.length;
  }

  async round(): Promise<readonly Alarm[]> {
    const { platform, policy, verify, nowMs, lateMaxMs } = this.#deps;
    const following = {
      ...{ policy, verify, read: (path: string) => platform.file(`/log/${path}`) },
      ...{ nowSeconds: Math.floor(nowMs() / 1000), ageMaxSeconds: lateMaxMs / 1000 },
    };
    const { place, entries, alarms } = await followLog(following, this.#place);
    this.#place = place;
    const found = [...alarms, ...this.#take(entries)];
    if (alarms.some(({ kind }) => kind !== 'log_silent')) return found;
    found.push(...(await this.#newEntries()), ...(await this.#oldEntries()), ...(await this.#unlogged()));
    found.push(...checkTerms(await platform.terms(), this.#logged));
    if (this.#app !== this.#logged.app || this.#app === undefined) {
      found.push(...(await checkApp(platform.file, this.#logged.app)));
      this.#app = this.#logged.app;
    }
    return found;
  }

  #take(entries: readonly string[]): readonly Alarm[] {
    this.#entries.push(...entries);
    return entries.flatMap((entry) => this.#logged.add(entry));
  }

  /** The entries up to heads that are new in the log. */
  async #newEntries(): Promise<readonly Alarm[]> {
    const found: Alarm[] = [];
    for (const symbol of this.#logged.symbols) {
      const heads = this.#logged.headsOf(symbol);
      const from = this.#compared.get(symbol) ?? 0;
      found.push(...(await checkTape(this.#deps.platform.tape, heads[from - 1], heads.slice(from))));
      this.#compared.set(symbol, heads.length);
    }
    return found;
  }

  /** Entries that were compared before, page by page in turn, since an old one may be edited at any time. */
  async #oldEntries(): Promise<readonly Alarm[]> {
    const { symbols } = this.#logged;
    const pages = symbols.flatMap((symbol) => pagesOf(this.#logged.headsOf(symbol)));
    const found: Alarm[] = [];
    for (let done = 0; done < Math.min(this.#deps.pagesAgain, pages.length); done += 1) {
      const page = pages[this.#again % pages.length];
      this.#again = (this.#again + 1) % pages.length;
      if (page !== undefined)
        found.push(...(await checkTape(this.#deps.platform.tape, page.before, page.heads)));
    }
    return found;
  }

  /** Signed heads that the platform shows and does not log in time. */
  async #unlogged(): Promise<readonly Alarm[]> {
    const { platform, nowMs, lateMaxMs } = this.#deps;
    const found: Alarm[] = [];
    for (const { symbol, seq } of await platform.heads()) {
      const newest = this.#logged.headsOf(symbol).at(-1)?.seq ?? 0;
      if (newest >= seq) this.#missing.delete(symbol);
      if (newest > seq && this.#platformIsBehind(symbol, seq)) {
        found.push(
          alarm('tape_cut', `${symbol}: the newest signed entry is ${seq}, and the log has entry ${newest}.`),
        );
      }
      if (newest >= seq) continue;
      const since = this.#missing.get(symbol) ?? nowMs();
      this.#missing.set(symbol, since);
      if (nowMs() - since <= lateMaxMs) continue;
      found.push(
        alarm(
          'tape_unlogged',
          `${symbol}: the signed entry ${seq} is not in the log, which has entry ${newest}.`,
        ),
      );
    }
    return found;
  }

  /** Whether a head as old as this was logged before the newest one: the answer may be of a moment before the log's. */
  #platformIsBehind(symbol: string, seq: number): boolean {
    const heads = this.#logged.headsOf(symbol);
    return heads.length > 1 && seq < (heads.at(-2)?.seq ?? 0);
  }
}

/** Consecutive heads whose entries fit into one page each, with the head before. */
function pagesOf(
  heads: readonly Head[],
): readonly { readonly before: Head | undefined; readonly heads: readonly Head[] }[] {
  const pages: { before: Head | undefined; heads: Head[] }[] = [];
  for (const [at, head] of heads.entries()) {
    const page = pages.at(-1);
    if (page !== undefined && head.seq - (page.before?.seq ?? 0) <= PAGE) page.heads.push(head);
    else pages.push({ before: heads[at - 1], heads: [head] });
  }
  return pages;
}
