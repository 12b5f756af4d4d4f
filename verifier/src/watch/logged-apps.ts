/** The builds of the app in a log. An older one that comes back may have faults that a newer one fixed, so it needs a stated reason. */
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';

export type AppEntry = {
  readonly kind: 'app';
  /** The SHA-256 of the manifest. */
  readonly manifest: string;
  /** When and why an older build came back, in milliseconds; undefined for a new one. */
  readonly rollback?: { readonly atMs: number; readonly reason: string };
};

/**
 * The number of builds that may come back within a week, each with its reason. With more, a platform could alternate
 * between two builds.
 */
const ROLLBACKS_MAX = 2;
const WEEK_MS = 7 * 86_400_000;

export class LoggedApps {
  readonly #manifests: string[] = [];
  readonly #known = new Set<string>();
  #rollbacksMs: number[] = [];

  /** The SHA-256 of every manifest, oldest first; a build that returned is listed again. */
  get manifests(): readonly string[] {
    return this.#manifests;
  }

  add({ manifest, rollback }: AppEntry, text: string): readonly Alarm[] {
    const isOlder = this.#known.has(manifest) && this.#manifests.at(-1) !== manifest;
    this.#manifests.push(manifest);
    this.#known.add(manifest);
    const returned = (detail: string) => [alarm('app_returned', detail, text)];
    const called = `The build ${manifest} of the app`;
    if (rollback === undefined)
      return isOlder ? returned(`${called} came back after a newer one, without a reason.`) : [];
    if (!isOlder) return returned(`${called} is stated to come back, and no newer one came after it.`);
    const before = this.#rollbacksMs.at(-1) ?? 0;
    this.#rollbacksMs = [...this.#rollbacksMs, rollback.atMs].slice(-ROLLBACKS_MAX - 1);
    const [oldest = 0] = this.#rollbacksMs;
    if (rollback.atMs < before)
      return returned(`${called} is stated to have come back before an earlier return.`);
    if (this.#rollbacksMs.length > ROLLBACKS_MAX && rollback.atMs - oldest < WEEK_MS)
      return returned(`${called} is the third within a week that came back: ${rollback.reason}`);
    return [];
  }
}
