/** The inbox as it stands while events change it: what waits first, by how long, then what was said last. Pure. */
import type { ChatRow, ConsoleMessage } from '@candor/protocol/chat/console.ts';

export type Shown = 'waiting' | 'mine' | 'all';

function place(row: ChatRow): number {
  return row.waiting_since ?? Number.MAX_SAFE_INTEGER - row.last_at;
}

function belongs(row: ChatRow, show: Shown, account: string): boolean {
  if (show === 'waiting') return row.waiting_since !== null;
  return show === 'all' || row.assigned_to === account;
}

/** The list with a row as it stands now; a row that does not belong into it any more is gone. */
export function inboxWith(
  rows: readonly ChatRow[],
  row: ChatRow,
  { show, account }: { readonly show: Shown; readonly account: string },
): readonly ChatRow[] {
  const others = rows.filter(({ id }) => id !== row.id);
  const all = belongs(row, show, account) ? [...others, row] : others;
  return all.toSorted((one, other) => place(one) - place(other) || Number(one.id) - Number(other.id));
}

/** What was read further up and the newest, as far as they meet: the newest are read anew, and what lies between is read again. */
export function historyOf(
  older: { readonly messages: readonly ConsoleMessage[]; readonly more: boolean },
  newest: { readonly messages: readonly ConsoleMessage[]; readonly more: boolean },
): { readonly messages: readonly ConsoleMessage[]; readonly more: boolean } {
  const first = newest.messages[0]?.number ?? 0;
  const above = older.messages.filter(({ number }) => number < first);
  if (above.at(-1)?.number !== first - 1) return newest;
  return { messages: [...above, ...newest.messages], more: older.more };
}

/** Messages with one more, each once and in order; undefined where others were missed and have to be read. */
export function messagesWith(
  known: readonly ConsoleMessage[],
  message: ConsoleMessage,
): readonly ConsoleMessage[] | undefined {
  if (known.some(({ number }) => number === message.number)) return known;
  const last = known.at(-1)?.number ?? 0;
  return message.number === last + 1 ? [...known, message] : undefined;
}
