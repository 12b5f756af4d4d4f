/** Whether a log shows browsers of customers the same history as it shows the watch. */
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { isConsistent, sameHash } from '../tlog/merkle.ts';
import { TileTree } from '../tlog/tiles.ts';
import { alarm } from './alarms.ts';
import type { Alarm } from './alarms.ts';
import type { ReadAsBrowser } from './app-watch.ts';
import type { Browser } from './check-app.ts';
import type { ReadLogFile } from './follow-log.ts';

/** A note of the log, who received it, and when. */
export type ShownNote = { readonly to: string; readonly note: string; readonly atMs: number };

/** The note that the watch followed, and a reader of the log's tiles. */
type Followed = { readonly note: string; readonly read: ReadLogFile };

/**
 * Compares notes that others were shown with the one that was followed. `later` has those of a longer log, which can be compared
 * once the watch has followed it that far.
 */
export async function checkShownLog(
  shown: readonly ShownNote[],
  { note: own, read }: Followed,
): Promise<{ readonly alarms: readonly Alarm[]; readonly later: readonly ShownNote[] }> {
  const newest = readCheckpoint(own);
  const alarms: Alarm[] = [];
  const later: ShownNote[] = [];
  if (newest === undefined) return { alarms, later };
  for (const one of shown) {
    const other = readCheckpoint(one.note);
    if (other !== undefined && other.size > newest.size) later.push(one);
    // oxlint-disable-next-line no-await-in-loop -- a few
    else if (other === undefined || !(await agrees(read, other, newest))) {
      const what = other === undefined ? 'something else' : `another history of ${other.size} entries`;
      alarms.push(alarm('views_differ', `The log shows ${one.to} ${what} than the watch.`, one.note, own));
    }
  }
  return { alarms, later };
}

export type ShownLogDeps = {
  readonly read: ReadAsBrowser;
  /** Reads a file of the log as the watch does. */
  readonly file: ReadLogFile;
  readonly nowMs: () => number;
  /** How long the log may stay shorter for the watch than it was for a browser. */
  readonly lateMaxMs: number;
};

/** Reads the log as browsers do, round by round. */
export class ShownLogWatch {
  readonly #deps: ShownLogDeps;
  #waiting: readonly ShownNote[];

  constructor(deps: ShownLogDeps, waiting: readonly ShownNote[] = []) {
    this.#deps = deps;
    this.#waiting = waiting;
  }

  /**
   * The oldest note of each browser that the watch could not compare yet. A newer one must not displace it: a fork that stays
   * ahead of the watch would never be compared.
   */
  get waiting(): readonly ShownNote[] {
    return this.#waiting;
  }

  /** Compares with the note that the watch accepted; `isNewest` says whether it did so in this round. */
  async round(
    browsers: readonly Browser[],
    { note, isNewest }: { readonly note: string; readonly isNewest: boolean },
    found: Alarm[],
  ): Promise<void> {
    const { file, nowMs, lateMaxMs } = this.#deps;
    const { notes, failed } = await this.#ask(browsers);
    const shown = [...this.#waiting, ...notes];
    // Notes that cannot be compared now, because a proof is missing, are compared later.
    this.#waiting = oldestOfEach(shown);
    const { alarms, later } = await checkShownLog(shown, { note, read: file });
    found.push(...alarms);
    this.#waiting = oldestOfEach(later);
    for (const one of isNewest ? this.#waiting : []) {
      const ms = nowMs() - one.atMs;
      if (ms < lateMaxMs) continue;
      const detail = `The log showed ${one.to} ${readCheckpoint(one.note)?.size} entries, and after ${Math.floor(ms / 1000)} seconds it shows the watch only ${readCheckpoint(note)?.size}.`;
      found.push(alarm('views_differ', detail, one.note, note));
    }
    if (failed !== undefined) throw failed;
  }

  /** A reader without an answer must not prevent the comparison of the other readers' answers. */
  async #ask(browsers: readonly Browser[]): Promise<{ notes: ShownNote[]; failed: Error | undefined }> {
    const notes: ShownNote[] = [];
    let failed: Error | undefined;
    for (const browser of browsers) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a few
        const { status, bytes } = await this.#deps.read('/log/checkpoint', browser);
        if (status !== 200) throw new Error(`/log/checkpoint answered ${browser.name} with status ${status}`);
        notes.push({ to: browser.name, note: new TextDecoder().decode(bytes), atMs: this.#deps.nowMs() });
      } catch (error) {
        failed ??= error instanceof Error ? error : new Error(String(error));
      }
    }
    return { notes, failed };
  }
}

function oldestOfEach(notes: readonly ShownNote[]): readonly ShownNote[] {
  const oldest = new Map<string, ShownNote>();
  for (const one of notes) if (!oldest.has(one.to)) oldest.set(one.to, one);
  return [...oldest.values()];
}

type Tree = { readonly size: number; readonly root: Uint8Array };

async function agrees(read: ReadLogFile, old: Tree, newest: Tree): Promise<boolean> {
  if (old.size === newest.size) return sameHash(old.root, newest.root);
  const proof = await new TileTree(read, newest.size).consistency(old.size);
  return isConsistent({ oldSize: old.size, oldRoot: old.root, size: newest.size, root: newest.root, proof });
}
