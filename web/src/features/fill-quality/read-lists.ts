/** Reads the public lists of fills of a day, page by page. */
import { RefusedError } from '@candor/client/answers.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Client } from '../../lib/client.ts';
import type { Quality } from './quality.ts';

type List = CallOutput<'GET transparency/fills'>['lists'][number];

/** The limit for a phone's memory; the command line reads any number. */
const LINES_MAX = 50_000;

/** Returns the lists that have fills of the day; undefined if they are too long for this device. */
export async function readListsOf(
  api: Client,
  { from_root: from, to_root: to }: Pick<Quality, 'from_root' | 'to_root'>,
): Promise<readonly List[] | undefined> {
  const found: List[] = [];
  let lines = 0;
  for (let root = from; root !== null && to !== null && root <= to;) {
    // Page by page, in order.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await api('GET transparency/fills', { from_root: String(root) }, { quiet: true });
    if (answer.type !== 'ok') throw new RefusedError(answer);
    for (const list of answer.message.lists) {
      if (list.root > to || list.lines.length === 0) continue;
      found.push(list);
      lines += list.lines.length;
    }
    if (lines > LINES_MAX) return undefined;
    const next: number | null = answer.message.next_root;
    root = next !== null && next > root ? next : null;
  }
  return found;
}
