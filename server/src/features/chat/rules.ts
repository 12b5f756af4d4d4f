/** What a message may say, and what an operator may do with a conversation: no database, no clock. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { CHAT_TEXT_MAX } from '@candor/protocol/chat/schemas.ts';

/** Control characters but tab and newline; they show nothing, and some make a terminal or a log say something else. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** What turns the direction of what follows, so that "txt.exe" reads "exe.txt"; no language needs them in a message. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** No ink and no meaning of their own at the edge of a text: they would make an empty message. */
const BLANK = /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0]/;
/** More than so many empty lines in a row, spaces in them or not, are a way to push everything else off the screen. */
const EMPTY_LINES = /\n(?:[^\S\n]*\n){3,}/g;

export type TextViolation = 'parameter_wrong' | 'parameter_missing';

const wrong = refuse('parameter_wrong', { field: 'text', params: { field: 'text' } });
const missing = refuse('parameter_missing', { field: 'text', params: { field: 'text' } });

/** The text as it is kept: without what cannot be seen, at most so long. Empty is a message only with a picture. */
export function cleanText(
  text: string,
  { mayBeEmpty }: { readonly mayBeEmpty: boolean },
): Outcome<string, TextViolation> {
  if (!text.isWellFormed()) return wrong;
  const clean = trimmed(
    text
      .normalize('NFC')
      .replaceAll('\r\n', '\n')
      .replaceAll('\r', '\n')
      .replace(CONTROL, '')
      .replace(TURNING, '')
      .replace(EMPTY_LINES, '\n\n\n'),
  );
  if (clean === '') return mayBeEmpty ? ok('') : missing;
  return [...clean].length > CHAT_TEXT_MAX ? wrong : ok(clean);
}

/** By hand: an expression that looks for the last run of blanks tries each run before it. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && BLANK.test(text.charAt(start))) start += 1;
  while (end > start && BLANK.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

export type Held = {
  readonly status: 'open' | 'closed';
  readonly assignedTo: string | null;
  readonly last: bigint;
};

export type Deed =
  /** `from`: who has it as was seen. */
  | { readonly kind: 'assign'; readonly from: string | null; readonly to: string }
  | { readonly kind: 'release' }
  /** `last`: the newest message as was seen. */
  | { readonly kind: 'close'; readonly last: bigint };

/**
 * What an act leaves behind. Anybody takes what nobody has or hands over what they see; giving back is for whoever has it,
 * closing for them too, or for anybody where nobody has it.
 */
export function decideDeed(
  held: Held,
  deed: Deed,
  by: string,
): Outcome<Pick<Held, 'status' | 'assignedTo'>, 'case_changed'> {
  const { status, assignedTo, last } = held;
  if (status === 'closed') return refuse('case_changed');
  if (deed.kind === 'assign') {
    const changes = assignedTo === deed.from && assignedTo !== deed.to;
    return changes ? ok({ status, assignedTo: deed.to }) : refuse('case_changed');
  }
  if (deed.kind === 'release') {
    return assignedTo === by ? ok({ status, assignedTo: null }) : refuse('case_changed');
  }
  const mayClose = (assignedTo === by || assignedTo === null) && last === deed.last;
  return mayClose ? ok({ status: 'closed', assignedTo: null }) : refuse('case_changed');
}

/** By what name an operator is known outside: the first word of the account, as names are written. */
export function firstName(account: string): string {
  const [word = account] = account.split(/[^\p{L}]+/u).filter((part) => part !== '');
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
