/**
 * Fetches the input of a verdict from a server: the entries from a checkpoint before the used entries to a checkpoint after
 * them.
 */
import type { TapeEntry } from '../chain.ts';
import type { Checkpoint } from '../checkpoints.ts';
import { evidenceStart } from '../verify.ts';
import type { TapeSource } from './server.ts';
import { PAGE } from './server.ts';

export type Collected = {
  readonly entries: readonly TapeEntry[];
  readonly checkpoints: readonly Checkpoint[];
};

/** Returns the input of a verdict that depends on the entries from `first` to `last`. */
export async function collect(
  source: TapeSource,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<Collected> {
  const before = await checkpointBefore(source, first);
  const [after] = await source.checkpoints(last, 1);
  const entries: TapeEntry[] = [];
  const start = evidenceStart(first, before === undefined ? [] : [before]);
  const end = Math.max(after?.seq ?? last, last);
  for (let from = start; from <= end; from = start + entries.length) {
    const page = await source.entries(from, Math.min(PAGE, end - from + 1));
    if (page.length === 0) break;
    entries.push(...page);
  }
  const checkpoints = [before, after].filter((checkpoint) => checkpoint !== undefined);
  return { entries, checkpoints: before?.seq === after?.seq ? checkpoints.slice(0, 1) : checkpoints };
}

/**
 * Returns the newest checkpoint at or before a number. Each step of the search looks back ten times as far as the previous
 * one.
 */
async function checkpointBefore(source: TapeSource, seq: number): Promise<Checkpoint | undefined> {
  for (let back = PAGE; ; back *= 10) {
    const from = Math.max(1, seq - back);
    const found = (await source.checkpoints(from, PAGE)).filter((checkpoint) => checkpoint.seq <= seq);
    if (found.length > 0 || from === 1) return found.at(-1);
  }
}
