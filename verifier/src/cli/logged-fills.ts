/** Reads the entries of a platform's log about fills and refused orders, and checks that the log's root covers them. */
import { readCheckpoint } from '../tlog/checkpoint.ts';
import { GrowingTree, leafHash, sameHash } from '../tlog/merkle.ts';
import { readBundle, tilePath, tilesOfLevel } from '../tlog/tiles.ts';
import type { RefusedEntry } from '../fill-quality/refused.ts';
import { readEntry } from '../watch/entries.ts';
import { UnreadableError } from './server.ts';
import { readFile } from './watched-platform.ts';

const UTF8 = new TextDecoder();

export type LoggedFills = {
  /** The entries about lists of fills, by the roots of the ledger. */
  readonly fills: ReadonlyMap<number, string>;
  readonly refused: readonly RefusedEntry[];
};

export async function readLoggedFills(url: string): Promise<LoggedFills> {
  const at = `${url.replace(/\/+$/, '')}/log`;
  const checkpoint = readCheckpoint(UTF8.decode(await readFile(`${at}/checkpoint`)));
  if (checkpoint === undefined) throw new UnreadableError('The log’s checkpoint is malformed.');
  const tree = new GrowingTree();
  const fills = new Map<number, string>();
  const refused: RefusedEntry[] = [];
  for (const { number, width } of tilesOfLevel(0, checkpoint.size)) {
    // One bundle after the other, so that the whole log need not be in memory.
    // oxlint-disable-next-line no-await-in-loop
    for (const bytes of readBundle(
      await readFile(`${at}/${tilePath({ level: 'entries', number, width })}`),
    )) {
      tree.add(leafHash(bytes));
      const entry = readEntry(UTF8.decode(bytes));
      if (entry?.kind === 'fills') fills.set(entry.root, entry.text);
      if (entry?.kind === 'refused') refused.push(entry);
    }
  }
  if (!sameHash(tree.root(), checkpoint.root)) {
    throw new UnreadableError('The log’s entries do not match its root.');
  }
  return { fills, refused };
}
