/**
 * Pure functions that apply events to the inbox, in which waiting conversations come first, the longest wait at the top, then
 * the others by their newest message.
 */
import type { ChatRow, ConsoleMessage } from '@candor/protocol/chat/console.ts';

export type Shown = 'waiting' | 'mine' | 'all';

function place(row: ChatRow): number {
  return row.waiting_since ?? Number.MAX_SAFE_INTEGER - row.last_at;
}

function belongs(row: ChatRow, show: Shown, account: string): boolean {
  if (show === 'waiting') return row.waiting_since !== null;
  return show === 'all' || row.assigned_to === account;
}

/** Returns the list with the current version of a row, or without the row if it no longer matches the list. */
export function inboxWith(
  rows: readonly ChatRow[],
  row: ChatRow,
  { show, account }: { readonly show: Shown; readonly account: string },
): readonly ChatRow[] {
  const others = rows.filter(({ id }) => id !== row.id);
  const all = belongs(row, show, account) ? [...others, row] : others;
  return all.toSorted((one, other) => place(one) - place(other) || Number(one.id) - Number(other.id));
}

/**
 * Joins older messages to the newest page if they overlap or are adjacent; otherwise, drops the older messages, which are then
 * fetched again.
 */
export function historyOf(
  older: { readonly messages: readonly ConsoleMessage[]; readonly more: boolean },
  newest: { readonly messages: readonly ConsoleMessage[]; readonly more: boolean },
): { readonly messages: readonly ConsoleMessage[]; readonly more: boolean } {
  const first = newest.messages[0]?.number ?? 0;
  const above = older.messages.filter(({ number }) => number < first);
  if (above.at(-1)?.number !== first - 1) return newest;
  return { messages: [...above, ...newest.messages], more: older.more };
}

/**
 * Adds a message in order, unless it is already present. Returns undefined if earlier messages are missing and have to be
 * fetched.
 */
export function messagesWith(
  known: readonly ConsoleMessage[],
  message: ConsoleMessage,
): readonly ConsoleMessage[] | undefined {
  if (known.some(({ number }) => number === message.number)) return known;
  const last = known.at(-1)?.number ?? 0;
  return message.number === last + 1 ? [...known, message] : undefined;
}
