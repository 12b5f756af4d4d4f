/**
 * Compares the pauses, void tickets and freezes that a platform publishes with those in its log. The log has each of them once,
 * so none can be added, changed or removed later without notice.
 */
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { HaltEntry } from './halt-entries.ts';

type Of<Kind extends HaltEntry['kind']> = Extract<HaltEntry, { kind: Kind }>;

/** The newest of each, as `GET transparency/pauses`, `voids` and `freezes` return them, newest first. */
export type PublishedHalts = {
  readonly pauses: {
    readonly pauses: readonly {
      readonly symbol: string;
      readonly seq: number;
      readonly time: number;
      readonly kind: string;
      readonly reason: string | null;
    }[];
    /** Null if there are no older ones. */
    readonly next: string | null;
  };
  /** Void tickets by UTC day, of the last 31 days; days without one are left out. */
  readonly voids: { readonly days: readonly { readonly day: string; readonly tickets: number }[] };
  readonly freezes: {
    readonly freezes: readonly {
      readonly number: number;
      readonly reason: string;
      readonly since_ms: number;
      readonly until_ms: number | null;
    }[];
  };
};

/** The differences of published pauses, void tickets and freezes. */
export const HALT_ALARMS = [
  'halt_unlogged',
  'halts_differ',
  'void_unlogged',
  'voids_differ',
  'freeze_unlogged',
  'freezes_differ',
] as const;

/** Thirty days: one less than are published, because the oldest published day is incomplete. */
const COMPARED_MS = 30 * 86_400_000;
/** The freezes that a platform lists. */
const FREEZES = 100;

export class LoggedHalts {
  readonly #pauses = new Map<string, Of<'pause'>>();
  /** The number of the newest pause or resumption of each tape. */
  readonly #reached = new Map<string, number>();
  readonly #voids = new Map<string, number>();
  readonly #freezes = new Map<number, Of<'freeze'>>();

  /** Adds an entry and returns its contradictions with earlier ones. */
  add(entry: HaltEntry, text: string): readonly Alarm[] {
    switch (entry.kind) {
      case 'pause':
      case 'resume': {
        const last = this.#reached.get(entry.symbol) ?? 0;
        this.#reached.set(entry.symbol, Math.max(last, entry.seq));
        if (entry.kind === 'pause') this.#pauses.set(`${entry.symbol} ${entry.seq}`, entry);
        if (entry.seq > last) return [];
        const detail = `${entry.symbol}: the log has the pause at entry ${entry.seq} after the one at ${last}.`;
        return [alarm('halts_conflict', detail, text)];
      }
      case 'void': {
        const day = dayOf(entry.atMs);
        this.#voids.set(day, (this.#voids.get(day) ?? 0) + 1);
        return [];
      }
      case 'freeze':
        return this.#addFreeze(entry, text);
    }
  }

  /** A freeze has an entry when it begins and another with its end. */
  #addFreeze(entry: Of<'freeze'>, text: string): readonly Alarm[] {
    const before = this.#freezes.get(entry.number);
    this.#freezes.set(entry.number, entry);
    const follows =
      before === undefined
        ? entry.untilMs === null && (entry.number === 1 || this.#freezes.has(entry.number - 1))
        : before.untilMs === null &&
          entry.untilMs !== null &&
          before.sinceMs === entry.sinceMs &&
          before.reason === entry.reason;
    if (follows) return [];
    return [alarm('halts_conflict', `The log contradicts itself about freeze ${entry.number}.`, text)];
  }

  /** The differences between the published lists and the log. */
  compare({ pauses, voids, freezes }: PublishedHalts): readonly Alarm[] {
    return [...this.#comparePauses(pauses), ...this.#compareVoids(voids), ...this.#compareFreezes(freezes)];
  }

  #comparePauses({ pauses, next }: PublishedHalts['pauses']): readonly Alarm[] {
    const found: Alarm[] = [];
    const shown = new Set<string>();
    for (const pause of pauses) {
      const place = `${pause.symbol} ${pause.seq}`;
      shown.add(place);
      const entry = this.#pauses.get(place);
      const shownText = JSON.stringify(pause);
      if (entry === undefined) {
        found.push(alarm('halt_unlogged', `The pause of ${place} is not in the log.`, shownText));
      } else if (
        Math.floor(entry.timeMs / 1000) !== pause.time ||
        entry.cause !== pause.kind ||
        entry.reason !== pause.reason
      ) {
        found.push(alarm('halts_differ', `The pause of ${place} differs from the log.`, shownText));
      }
    }
    // The list may end within a second whose other pauses are on the next page.
    const fromMs = next === null ? -Infinity : ((pauses.at(-1)?.time ?? 0) + 1) * 1000;
    for (const [place, { timeMs }] of this.#pauses) {
      if (timeMs < fromMs || shown.has(place)) continue;
      found.push(alarm('halts_differ', `The pause of ${place} is in the log and no longer published.`));
    }
    return found;
  }

  #compareVoids({ days }: PublishedHalts['voids']): readonly Alarm[] {
    const found: Alarm[] = [];
    const shown = new Map(days.map(({ day, tickets }) => [day, tickets]));
    const newest = [...shown.keys(), ...this.#voids.keys()].toSorted().at(-1);
    if (newest === undefined) return [];
    const from = dayOf(Date.parse(`${newest}T00:00:00Z`) - COMPARED_MS);
    for (const day of new Set([...shown.keys(), ...this.#voids.keys()])) {
      if (day < from) continue;
      const count = shown.get(day) ?? 0;
      const logged = this.#voids.get(day) ?? 0;
      if (count === logged) continue;
      const detail = `On ${day}, ${count} void tickets are published, and the log has ${logged}.`;
      found.push(alarm(count > logged ? 'void_unlogged' : 'voids_differ', detail));
    }
    return found;
  }

  #compareFreezes({ freezes }: PublishedHalts['freezes']): readonly Alarm[] {
    const found: Alarm[] = [];
    const shown = new Set<number>();
    for (const freeze of freezes) {
      const { number, reason, since_ms: sinceMs, until_ms: untilMs } = freeze;
      shown.add(number);
      const entry = this.#freezes.get(number);
      const shownText = JSON.stringify(freeze);
      if (entry === undefined) {
        found.push(alarm('freeze_unlogged', `Freeze ${number} is not in the log.`, shownText));
      } else if (entry.reason !== reason || entry.sinceMs !== sinceMs || entry.untilMs !== untilMs) {
        found.push(alarm('freezes_differ', `Freeze ${number} differs from the log.`, shownText));
      }
    }
    const newest = Math.max(0, ...this.#freezes.keys());
    for (const number of this.#freezes.keys()) {
      if (number <= newest - FREEZES || shown.has(number)) continue;
      found.push(alarm('freezes_differ', `Freeze ${number} is in the log and no longer published.`));
    }
    return found;
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
