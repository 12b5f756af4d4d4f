/** Reads the public lists of fills and their published statistics over HTTP. */
import type { QualityRow } from '../fill-quality/statistics.ts';
import type { RefusedCount } from '../fill-quality/refused.ts';
import type { UnfilledRow } from '../fill-quality/unfilled.ts';
import type { VoidDay } from '../fill-quality/voids.ts';
import type { PublicList } from '../fill-quality/lines.ts';
import type { ListsPage } from '../watch/check-fills.ts';
import { UnreadableError, readAnswer } from './server.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a page of lists. The checks read the lines. */
export async function readFillLists(address: string, fromRoot: number): Promise<ListsPage> {
  const answer = await readAnswer(`${address}/api/transparency/fills`, { from_root: fromRoot });
  const { lists, next_root: next } = isObject(answer) ? answer : {};
  if (!Array.isArray(lists) || !lists.every(isList) || !(next === null || Number.isSafeInteger(next))) {
    throw new UnreadableError('The server’s answer contains no lists of fills.');
  }
  return { lists, nextRoot: next as number | null };
}

function isList(value: unknown): value is PublicList {
  if (!isObject(value)) return false;
  const { root, entry, lines } = value;
  const isText = Array.isArray(lines) && lines.every((line) => typeof line === 'string');
  return Number.isSafeInteger(root) && typeof entry === 'string' && isText;
}

export type PublishedQuality = {
  readonly day: string | null;
  readonly days: readonly string[];
  readonly to_root: number | null;
  readonly left_out: number;
  readonly rows: readonly QualityRow[];
  readonly unfilled: readonly UnfilledRow[];
  readonly refused: readonly RefusedCount[];
  readonly refused_to_ms: number | null;
};

/** Reads the published statistics of a day, by default the newest one. */
export async function readFillQuality(address: string, day?: string): Promise<PublishedQuality> {
  const answer = await readAnswer(
    `${address}/api/transparency/fill_quality`,
    day === undefined ? {} : { day },
  );
  const lists = ['rows', 'days', 'unfilled', 'refused'];
  if (!isObject(answer) || !lists.every((name) => Array.isArray(answer[name]))) {
    throw new UnreadableError('The server’s answer contains no statistics of fills.');
  }
  return answer as PublishedQuality;
}

/** Reads the published sums of voids by day. */
export async function readVoidDays(address: string): Promise<readonly VoidDay[]> {
  const answer = await readAnswer(`${address}/api/transparency/voids`, {});
  if (!isObject(answer) || !Array.isArray(answer['days'])) {
    throw new UnreadableError('The server’s answer contains no sums of voids.');
  }
  return answer['days'] as readonly VoidDay[];
}
