/**
 * Watches a platform from outside, round by round: follows its log and compares it with the data that the platform serves. Anyone
 * can run it, so it uses only what everybody can read.
 */
import type { SignatureCheck } from '../crypto.ts';
import { followedPolicy } from '../keys/followed-policy.ts';
import type { KeyChange } from '../keys/follow-keys.ts';
import type { Policy } from '../tlog/policy.ts';
import { houseTime, wallTime } from '../house-time.ts';
import type { ClockStep } from '../house-time.ts';
import { alarm } from './alarms.ts';
import type { Alarm, AlarmKind } from './alarms.ts';
import { HALT_ALARMS } from './check-halts.ts';
import type { PublishedHalts } from './check-halts.ts';
import { AppWatch } from './app-watch.ts';
import type { ReadAsBrowser } from './app-watch.ts';
import { checkSources } from './check-sources.ts';
import { checkStatementAt } from './check-liabilities.ts';
import { FillsWatch } from './check-fills.ts';
import type { ReadLists } from './check-fills.ts';
import { checkShownKeys, checkSignedHeads, checkStatements } from './check-keys.ts';
import type { SignedHead } from './check-keys.ts';
import { checkTape, pagesOf } from './check-tape.ts';
import type { ReadTape } from './check-tape.ts';
import { lateReceipts, witnessedMs } from './check-receipts.ts';
import { StampsWatch } from './check-stamps.ts';
import type { StampChecking } from './check-stamps.ts';
import { ShownLogWatch } from './check-shown-log.ts';
import type { ShownNote } from './check-shown-log.ts';
import { checkTerms, lateTerms } from './check-terms.ts';
import type { PublishedTerms } from './check-terms.ts';
import { followLog } from './follow-log.ts';
import type { LogPlace } from './follow-log.ts';
import { misdatedSteps } from './logged-steps.ts';
import { Logged } from './logged.ts';
import type { Head } from './logged.ts';
import { NewestEntries } from './newest-entries.ts';

export type Platform = {
  /** Reads a file at a path of the server, such as `/log/checkpoint`. */
  readonly file: (path: string) => Promise<Uint8Array>;
  /** Reads a path of the server as a browser does. */
  readonly asBrowser: ReadAsBrowser;
  readonly tape: ReadTape;
  /** The newest signed checkpoint of each tape. */
  readonly heads: () => Promise<readonly SignedHead[]>;
  /** The platform's stated keys. */
  readonly keys: () => Promise<readonly KeyChange[]>;
  readonly terms: () => Promise<readonly PublishedTerms[]>;
  readonly halts: () => Promise<PublishedHalts>;
  /** Whether the platform says that it is a demo, whose time may be set forward. */
  readonly isDemo: () => Promise<boolean>;
  readonly fills: ReadLists;
};

export type WatchDeps = {
  readonly platform: Platform;
  readonly policy: Policy;
  readonly verify: SignatureCheck;
  readonly nowMs: () => number;
  /** The maximum age of a quorum's cosignatures, and the maximum delay until anything is in the log. */
  readonly lateMaxMs: number;
  /**
   * How long terms or files may differ between the platform and its log before an alarm is raised. A round may read one
   * before and the other after a change.
   */
  readonly graceMs: number;
  /** The maximum number of pages of old tape entries that a round reads again. */
  readonly pagesAgain: number;
  /** Returns a number from 0 to below the given one, which the platform cannot foresee. */
  readonly random: (below: number) => number;
  /** If absent, time stamps are not checked. */
  readonly stamps?: StampChecking;
  /**
   * The number of rounds in which each file of the app is compared once, and its grace period. If absent, all files are
   * compared in each round.
   */
  readonly app?: { readonly passRounds: number; readonly graceMs: number };
};

/** The place that an earlier run reached and the log up to it, so that a restart does not lose what the run saw. */
export type Watched = {
  readonly place: LogPlace;
  readonly entries: readonly string[];
  /** The newest root of the ledger whose list of fills was checked; without it, all lists are checked again. */
  readonly fillsChecked?: number | undefined;
  /** Notes of a longer log that browsers were shown. */
  readonly shown?: readonly ShownNote[] | undefined;
};

/** A pause may be published some seconds before or after the log that contains it. */
const HALTS_LAG_MS = 20_000;

/** A platform states its liabilities every hour. */
const LIABILITIES_LATE_MS = 7_200_000;
const LIABILITIES_AHEAD_MS = 120_000;

/**
 * Findings that a check adds to `found` are reported even if a later read fails. Those that it returns are added to them.
 */
type Check = readonly [source: string, run: (found: Alarm[]) => Promise<readonly Alarm[] | void>];
type Newest = Awaited<ReturnType<Platform['heads']>>;

export class Watch {
  readonly #deps: WatchDeps;
  readonly #logged = new Logged();
  /** The entries that were read since the watch was last asked for them. */
  #fresh: string[] = [];
  readonly newest = new NewestEntries();
  /** The newest entry of each tape that was compared with a head. */
  readonly #compared = new Map<string, number>();
  readonly #fills: FillsWatch;
  readonly #stamps: StampsWatch;
  readonly #app: AppWatch;
  readonly #shown: ShownLogWatch;
  /** Where the next reading of old entries begins. */
  #again = 0;
  /** When each temporary problem was first seen, by its name: a source that fails, a head that is not logged, a difference. */
  readonly #since = new Map<string, number>();
  #place: LogPlace | undefined;
  /** Whether the newest round accepted a checkpoint. */
  #isFollowed = false;
  /** The newest statement of liabilities that was recomputed. */
  #stated: number | undefined;

  constructor(deps: WatchDeps, before?: Watched) {
    this.#deps = deps;
    const { fills: read, tape, asBrowser, file } = deps.platform;
    this.#fills = new FillsWatch({ read, tape, logged: this.#logged, checked: before?.fillsChecked });
    this.#stamps = new StampsWatch(this.#logged, deps);
    const { random, nowMs, graceMs, app = { passRounds: 1, graceMs } } = deps;
    this.#app = new AppWatch({
      ...{ read: asBrowser, file, random, nowMs, ...app },
      ...{ manifests: () => this.#logged.apps, witnessedMs: () => this.witnessedMs },
    });
    const asLog = { read: asBrowser, file: (path: string) => file(`/log/${path}`) };
    this.#shown = new ShownLogWatch({ ...asLog, nowMs, lateMaxMs: deps.lateMaxMs }, before?.shown);
    if (before === undefined) return;
    this.#place = before.place;
    // Contradictions of these entries were reported when they were first read.
    for (const entry of before.entries) {
      this.#logged.add(entry);
      this.newest.add(entry);
    }
  }

  /** Takes the data that a later run needs to continue: the place of the watch, and the entries since the last time. */
  take(): Watched | undefined {
    const entries = this.#fresh;
    this.#fresh = [];
    const [fillsChecked, shown] = [this.#fills.checked, this.#shown.waiting];
    return this.#place && { place: this.#place, entries, fillsChecked, shown };
  }

  /** The number of entries that the watch has seen. */
  get size(): number {
    return this.newest.size;
  }

  /** The newest checkpoint that was accepted, with its signatures. */
  get note(): string | undefined {
    return this.#place?.note;
  }

  /** The logged steps of a demo's time. */
  get steps(): readonly ClockStep[] {
    return this.#logged.steps;
  }

  /** The logged root of a statement of liabilities. */
  liabilityRoot(statement: number): string | undefined {
    return this.#logged.liabilities.find(({ number }) => number === statement)?.root;
  }

  /** The stated keys of all purposes. */
  get keys(): readonly KeyChange[] {
    return this.#logged.keys;
  }

  /** The witnesses' time of the newest accepted checkpoint, in milliseconds. */
  get witnessedMs(): number | undefined {
    const { policy, verify } = this.#deps;
    return this.#place && witnessedMs(this.#place.note, policy, verify);
  }

  /** Runs every check. A check that cannot read its source does not hide the findings of others. */
  async round(): Promise<readonly Alarm[]> {
    const { platform } = this.#deps;
    const found: Alarm[] = [];
    let newest: Newest | undefined;
    const checks: readonly Check[] = [
      // Read before the log, which then contains everything that was signed earlier.
      [
        'the signed heads',
        async () => {
          newest = await platform.heads();
        },
      ],
      ['the log', (alarms) => this.#follow(alarms)],
      ['the log as browsers', (alarms) => this.#shownLog(alarms)],
      ['the tapes', (alarms) => this.#newEntries(alarms)],
      ['the old entries of tapes', (alarms) => this.#oldEntries(alarms)],
      ['the halts', () => this.#halts()],
      ['the clock', () => this.#clock()],
      ['the heads', async () => this.#unlogged(newest)],
      ['the terms', () => this.#terms()],
      ['the fills', (alarms) => this.#fills.round(alarms)],
      ['the time stamps', (alarms) => this.#stamps.round(this.note, alarms)],
      ['the keys', (alarms) => this.#keys(newest, alarms)],
      ['the app', (alarms) => this.#app.round(alarms)],
      ['the liabilities', (alarms) => this.#liabilities(alarms)],
    ];
    for (const [source, run] of checks) found.push(...(await this.#attempt(source, run)));
    return found;
  }

  async #attempt(source: string, run: Check[1]): Promise<readonly Alarm[]> {
    const found: Alarm[] = [];
    try {
      found.push(...((await run(found)) ?? []));
      this.#since.delete(source);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      if (this.#lasts(source, this.#deps.lateMaxMs)) {
        found.push(alarm('platform_unreadable', `The watch cannot read ${source}: ${why}.`));
      }
    }
    return found;
  }

  /** Whether a problem that was seen again has lasted for at least this long. */
  #lasts(name: string, forMs: number): boolean {
    const since = this.#since.get(name) ?? this.#deps.nowMs();
    this.#since.set(name, since);
    return this.#deps.nowMs() - since >= forMs;
  }

  async #follow(found: Alarm[]): Promise<readonly Alarm[]> {
    const { platform, verify, nowMs, lateMaxMs } = this.#deps;
    const policy = followedPolicy(this.#deps.policy, this.#logged.keys, verify);
    const following = {
      ...{ policy, verify, read: (path: string) => platform.file(`/log/${path}`) },
      ...{ nowSeconds: Math.floor(nowMs() / 1000), ageMaxSeconds: lateMaxMs / 1000 },
    };
    const before = this.#place;
    this.#isFollowed = false;
    let followed = await followLog(following, this.#place);
    if (followed.alarms.some(({ kind }) => kind === 'log_unsigned')) {
      try {
        // Perhaps the log's key was replaced while nobody watched: its statement is in the part that was not read
        // yet.
        const changes = [...this.#logged.keys, ...(await platform.keys())];
        // Starts from the newest logged key, so that no shown statement can contradict a logged one.
        followed = await followLog(
          { ...following, policy: followedPolicy(policy, changes, verify) },
          this.#place,
        );
      } catch (error) {
        found.push(...followed.alarms);
        throw error;
      }
    }
    const { place, entries, alarms } = followed;
    found.push(...alarms);
    for (const entry of entries) {
      found.push(...this.#logged.add(entry));
      this.#fresh.push(entry);
      this.newest.add(entry);
    }
    this.#place = place;
    this.#isFollowed = place !== before;
    if (place === undefined) return [];
    const [absentMs, presentMs] = [before, place].map((at) => at && witnessedMs(at.note, policy, verify));
    found.push(...misdatedSteps(entries, { absentMs, presentMs }));
    if (before === undefined) return [];
    const { steps, terms } = this.#logged;
    const late = { entries, beforeMs: nowMs() - 2 * lateMaxMs, steps };
    return [...lateTerms(terms, late), ...lateReceipts(entries, { absentMs, presentMs, steps })];
  }

  /** Only in a demo may the platform's time differ from the real time. */
  async #clock(): Promise<readonly Alarm[]> {
    const { length } = this.#logged.steps;
    if (length === 0 || (await this.#deps.platform.isDemo())) return [];
    return [
      alarm('clock_set_back', `The log has ${length} steps of the time of a platform that is no demo.`),
    ];
  }

  /** A log that is forked for some clients only would be signed and cosigned in both forms. */
  async #shownLog(found: Alarm[]): Promise<void> {
    if (this.#place === undefined) return;
    const own = { note: this.#place.note, isNewest: this.#isFollowed };
    await this.#shown.round(this.#app.browsers, own, found);
  }

  /** The entries up to heads that are new in the log. */
  async #newEntries(found: Alarm[]): Promise<void> {
    for (const symbol of this.#logged.symbols) {
      const heads = this.#logged.headsOf(symbol);
      const upTo = this.#compared.get(symbol) ?? 0;
      const fresh = heads.filter(({ seq }) => seq > upTo);
      const before = heads.findLast(({ seq }) => seq <= upTo);
      found.push(...(await this.#compare(before, fresh, found)));
      const reached = fresh.at(-1)?.seq ?? upTo;
      this.#compared.set(symbol, reached);
      this.#logged.settle(symbol, reached);
    }
  }

  /** Entries that were compared before, page by page in turn, since an old one may be edited at any time. */
  async #oldEntries(found: Alarm[]): Promise<void> {
    const pages = this.#logged.symbols.flatMap((symbol) => pagesOf(this.#logged.headsOf(symbol)));
    for (let done = 0; done < Math.min(this.#deps.pagesAgain, pages.length); done += 1) {
      const page = pages[this.#again % pages.length];
      if (page !== undefined) found.push(...(await this.#compare(page.before, page.heads, found)));
      this.#again = (this.#again + 1) % pages.length;
    }
  }

  #compare(before: Head | undefined, heads: readonly Head[], found: Alarm[]): Promise<readonly Alarm[]> {
    const sources = checkSources(this.#logged.sources, before, heads);
    // The alarms of a page are reported even if the next page cannot be read.
    return checkTape(this.#deps.platform.tape, before, heads, (entries) => {
      found.push(...sources(entries));
      return [];
    });
  }

  /** Signed heads that are not in the log in time, and logged ones that the platform no longer shows. */
  #unlogged(newest: Newest | undefined): readonly Alarm[] {
    if (newest === undefined) return [];
    const shown = new Map(newest.map(({ symbol, seq }) => [symbol, seq]));
    const found: Alarm[] = [];
    for (const symbol of new Set([...shown.keys(), ...this.#logged.symbols])) {
      const seq = shown.get(symbol) ?? 0;
      const heads = this.#logged.headsOf(symbol);
      const logged = heads.at(-1)?.seq ?? 0;
      // The platform's answer is older than the log's, so it may lack the newest logged head, but no other.
      if (seq < (heads.at(-2)?.seq ?? 0) && this.#lasts(`cut ${symbol}`, this.#deps.graceMs)) {
        found.push(
          alarm('tape_cut', `${symbol}: the newest signed entry is ${seq}, and the log has entry ${logged}.`),
        );
      }
      for (const name of this.#since.keys()) {
        const [kind, of, number] = name.split(' ');
        if (kind === 'unlogged' && of === symbol && Number(number) <= logged) this.#since.delete(name);
      }
      if (seq > logged) this.#lasts(`unlogged ${symbol} ${seq}`, 0);
      const missing = [...this.#since.keys()].find(
        (name) => name.startsWith(`unlogged ${symbol} `) && this.#lasts(name, this.#deps.lateMaxMs + 1),
      );
      if (missing !== undefined) {
        const detail = `${symbol}: the signed entry ${missing.split(' ')[2]} is not in the log, which has entry ${logged}.`;
        found.push(alarm('tape_unlogged', detail));
      }
    }
    return found;
  }

  /** If the log could not be followed, nothing can be compared, and another alarm reports that. */
  async #terms(): Promise<readonly Alarm[]> {
    if (this.#place === undefined) return [];
    const differences = checkTerms(await this.#deps.platform.terms(), this.#logged);
    return this.#lasting(differences, ['terms_differ', 'terms_unlogged']);
  }

  async #halts(): Promise<readonly Alarm[]> {
    if (this.#place === undefined) return [];
    const differences = this.#logged.halts.compare(await this.#deps.platform.halts());
    return this.#lasting(differences, HALT_ALARMS, Math.max(this.#deps.graceMs, HALTS_LAG_MS));
  }

  /** The differences that have outlasted the grace period. */
  #lasting(
    differences: readonly Alarm[],
    of: readonly AlarmKind[],
    forMs: number = this.#deps.graceMs,
  ): readonly Alarm[] {
    const names = new Set(differences.map(({ kind, detail }) => `${kind} ${detail}`));
    const kinds = new Set<string>(of);
    for (const name of this.#since.keys()) {
      if (kinds.has(name.split(' ')[0] ?? '') && !names.has(name)) this.#since.delete(name);
    }
    return differences.filter(({ kind, detail }) => this.#lasts(`${kind} ${detail}`, forMs));
  }

  /** The newest statement once, and one of the older ones again, since an old one may be edited at any time. */
  async #liabilities(found: Alarm[]): Promise<readonly Alarm[]> {
    const { platform, random, nowMs } = this.#deps;
    const { liabilities, steps } = this.#logged;
    const newest = liabilities.at(-1);
    const lateMs = nowMs() - wallTime(steps, newest?.asOfMs ?? 0);
    const isMissing = newest === undefined && this.#lasts('no liabilities', LIABILITIES_LATE_MS);
    if (isMissing || (newest !== undefined && lateMs > LIABILITIES_LATE_MS)) {
      const last = newest === undefined ? 'none' : `number ${newest.number}`;
      return [
        alarm(
          'liabilities_missing',
          `The log has no statement of liabilities for two hours; the last is ${last}.`,
        ),
      ];
    }
    if (lateMs < -LIABILITIES_AHEAD_MS)
      return [alarm('liabilities_differ', `Statement ${newest?.number} of liabilities is dated ahead.`)];
    const source = {
      ...{ file: platform.file, tape: platform.tape, random },
      nowMs: () => houseTime(steps, nowMs()),
    };
    const lastAt = liabilities.length - 1;
    const due = [newest?.number === this.#stated ? -1 : lastAt, lastAt > 0 ? random(lastAt) : -1];
    for (const at of due) await checkStatementAt(source, { logged: this.#logged, at }, found);
    // A statement that differs is read again in every round.
    if (found.length === 0) this.#stated = newest?.number;
    return [];
  }

  /**
   * The keys that signed, and the statements that introduce them. A new one may be shown a moment before it is logged.
   */
  async #keys(newest: Newest | undefined, found: Alarm[]): Promise<readonly Alarm[]> {
    const { platform, verify } = this.#deps;
    const { keys } = this.#logged;
    // A log that was never read has no data.
    if (this.#place === undefined) return [];
    const heads = checkSignedHeads(newest ?? [], keys, verify);
    found.push(...checkStatements(keys, verify), ...this.#lasting(heads, []));
    const shown = checkShownKeys(await platform.keys(), keys);
    // In one call, since each call forgets the differences that are gone.
    const lasting = this.#lasting([...heads, ...shown], ['key_replaced']);
    return lasting.filter((one) => shown.includes(one));
  }
}
