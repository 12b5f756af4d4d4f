/** The messages of a conversation that this device has loaded, each once, ordered by number. Pure. */
import type { ChatMessage } from '@candor/protocol/chat/schemas.ts';

export function withMessages(
  known: readonly ChatMessage[],
  more: readonly ChatMessage[],
): readonly ChatMessage[] {
  const fresh = more.filter(({ number }) => !known.some((one) => one.number === number));
  if (fresh.length === 0) return known;
  return [...known, ...fresh].toSorted((one, other) => one.number - other.number);
}

/** The number of the last message before the first gap. Loading everything after it closes all gaps. */
export function knownUpTo(known: readonly ChatMessage[]): number {
  let last = known[0]?.number ?? 0;
  for (const { number } of known) {
    if (number > last + 1) break;
    last = number;
  }
  return last;
}

/** Returns whether the number of a received message shows that earlier messages were missed. */
export function leavesGap(known: readonly ChatMessage[], number: number): boolean {
  return number > knownUpTo(known) + 1;
}

export type Group =
  | { readonly kind: 'day'; readonly key: string; readonly time: number }
  | {
      readonly kind: 'message';
      readonly key: string;
      readonly message: ChatMessage;
      /** Whether the message is the first or the last of a group. */
      readonly first: boolean;
      readonly last: boolean;
    };

/** Messages of one sender within this time form a group. */
const TOGETHER_SECONDS = 5 * 60;

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

/** A part of a text: plain text, or a link to a screen of this app. */
export type Piece = { readonly text: string; readonly href: string | undefined };

const OWN_LINK = /#(\/[a-zA-Z0-9][a-zA-Z0-9/_-]*(?:\?[a-zA-Z0-9=&%._-]*)?)/g;

export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of text.matchAll(OWN_LINK)) {
    const before = text.slice(end, found.index);
    // An address that follows a foreign host is part of a foreign address, and not a link.
    if (/\S$/.test(before)) continue;
    if (before !== '') pieces.push({ text: before, href: undefined });
    pieces.push({ text: found[0], href: found[1] });
    end = found.index + found[0].length;
  }
  if (end < text.length || pieces.length === 0) pieces.push({ text: text.slice(end), href: undefined });
  return pieces;
}
