/** The time stamps that a log has of its own checkpoints, and the platform's promise about them. */
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { LoggedEntry } from './entries.ts';

export type LoggedStamp = Extract<LoggedEntry, { kind: 'stamp' }>;
export type LoggedPolicy = Extract<LoggedEntry, { kind: 'stamp_policy' }>;

/** The maximum difference between the clocks of two authorities. */
const CLOCKS_DIFFER_MAX_MS = 300_000;

export class LoggedStamps {
  readonly #stamps: LoggedStamp[] = [];
  readonly #policies: LoggedPolicy[] = [];

  /** Every stamp, by ascending number. */
  get all(): readonly LoggedStamp[] {
    return this.#stamps;
  }

  /** The promise in effect; undefined if there never was one. */
  get policy(): LoggedPolicy | undefined {
    return this.#policies.at(-1);
  }

  policyOf({ policy }: Pick<LoggedStamp, 'policy'>): LoggedPolicy | undefined {
    return this.#policies.find(({ number }) => number === policy);
  }

  /** A platform that switches to another authority, or stops using one, must log that. */
  addPolicy(entry: LoggedPolicy, text: string): readonly Alarm[] {
    const last = this.policy;
    this.#policies.push(entry);
    if (last === undefined && entry.number === 1) return [];
    if (entry.number !== (last?.number ?? 0) + 1)
      return [
        alarm(
          'stamps_conflict',
          `Policy ${entry.number} of time stamps does not follow ${last?.number ?? 0}.`,
          text,
        ),
      ];
    return [
      alarm(
        'stamp_policy_changed',
        `The platform replaced the authorities of its time stamps, their certificates or how often they stamp (policy ${entry.number}).`,
        text,
      ),
    ];
  }

  /**
   * Adds the stamp at an index of the log. The stamps' numbers may have no gap, and neither the size of the log nor the
   * time that they state may decrease.
   */
  add(entry: LoggedStamp, text: string, index: number): readonly Alarm[] {
    const last = this.#stamps.at(-1);
    this.#stamps.push(entry);
    const { number, size, timeMs } = entry;
    const why =
      number !== (last?.number ?? 0) + 1
        ? `follows time stamp ${last?.number ?? 0}`
        : size < (last?.size ?? 0)
          ? `is of ${size} entries, and the one before was of ${last?.size}`
          : timeMs < (last?.timeMs ?? 0) - CLOCKS_DIFFER_MAX_MS
            ? 'is from before the one that it follows: a clock went back'
            : size > index
              ? `is of ${size} entries, and only ${index} are before it`
              : this.policyOf(entry) === undefined
                ? 'belongs to no policy in the log'
                : undefined;
    return why === undefined ? [] : [alarm('stamps_conflict', `Time stamp ${number} ${why}.`, text)];
  }
}
