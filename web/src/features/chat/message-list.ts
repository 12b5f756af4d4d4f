/** The messages of a conversation as this device knows them: in the order of their numbers, each once. Pure. */
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';

/** Adds messages that came by whatever way. */
export function withMessages(
  known: readonly ChatMessage[],
  more: readonly ChatMessage[],
): readonly ChatMessage[] {
  const fresh = more.filter(({ number }) => !known.some((one) => one.number === number));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted((one, other) => one.number - other.number);
}

/** The last message that has all before it: what is asked for behind it leaves no gap. */
export function knownUpTo(known: readonly ChatMessage[]): number {
  let last = known[0]?.number ?? 0;
  for (const { number } of known) {
    if (number > last + 1) break;
    last = number;
  }
  return last;
}

/** Whether a message that came shows that others were missed. */
export function leavesGap(known: readonly ChatMessage[], number: number): boolean {
  return number > knownUpTo(known) + 1;
}

export type Group =
  | { readonly kind: 'day'; readonly key: string; readonly time: number }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      /** Whether it stands first, or last, among messages of one side within some minutes. */
      readonly first: boolean;
      readonly last: boolean;
    };

/** Within which messages of one side belong together. */
const TOGETHER_SECONDS = 5 * 60;

/** The list as it is shown: a line for each day, and messages that belong together close to one another. */
export function grouped(
  messages: readonly ChatMessage[],
  dayOf: (seconds: number) => string,
): readonly Group[] {
  return messages.flatMap((message, at): Group[] => {
    const before = messages[at - 1];
    const after = messages[at + 1];
    const together = (one: ChatMessage | undefined): boolean =>
      one !== undefined &&
      one.from === message.from &&
      one.by?.name === message.by?.name &&
      Math.abs(one.time - message.time) < TOGETHER_SECONDS &&
      dayOf(one.time) === dayOf(message.time);
    const newDay = before === undefined || dayOf(before.time) !== dayOf(message.time);
    const row: Group = {
      kind: 'message',
      key: `message ${message.number}`,
      message,
      first: !together(before),
      last: !together(after),
    };
    return newDay ? [{ kind: 'day', key: `day ${dayOf(message.time)}`, time: message.time }, row] : [row];
  });
}

/** A text in pieces: what leads to a screen of this app, and all the rest, which stays text however it looks. */
export type Piece = { readonly text: string; readonly href: string | undefined };

const OWN_LINK = /#(\/[a-zA-Z0-9][a-zA-Z0-9/_-]*(?:\?[a-zA-Z0-9=&%._-]*)?)/g;

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(OWN_LINK)) {
    const before = text.slice(end, found.index);
    // Behind an address of somewhere else it is part of that address, and leads nowhere.
    if (/\S$/.test(before)) continue;
    if (before !== '') pieces.push({ text: before, href: undefined });
    pieces.push({ text: found[0], href: found[1] });
    end = found.index + found[0].length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), href: undefined });
  return pieces;
}
