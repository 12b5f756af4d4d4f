/** Rules for messages and for operators' actions on a conversation, without database or clock. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { CHAT_TEXT_MAX } from '@candor/protocol/chat/schemas.ts';

/** Control characters except tab and newline. They are invisible, and some change the output of a terminal or a log. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;
/** Characters that reverse the text direction, so that "txt.exe" displays as "exe.txt". No language needs them in a message. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;
/** Blank and invisible characters. They are trimmed, so that a message cannot consist of them alone. */
const BLANK = /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0]/;
/** More than two consecutive empty lines. They could push everything else off the screen. */
const EMPTY_LINES = /\n(?:[^\S\n]*\n){3,}/g;

export type TextViolation = 'parameter_wrong' | 'parameter_missing';

const wrong = refuse('parameter_wrong', { field: 'text', params: { field: 'text' } });
const missing = refuse('parameter_missing', { field: 'text', params: { field: 'text' } });

/** Returns the text to store, without invisible characters. Refuses a text that is too long, or empty without an image. */
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

/** Written by hand because a regular expression that matches trailing blanks backtracks over every run of blanks. */
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
  /** `from`: the assignee that the operator saw. */
  | {
      readonly kind: 'assign';
      readonly from: string | null;
      readonly to: string;
      /** Whether a closed conversation is opened, because the operator writes to the customer. */
      readonly opens?: true;
    }
  | { readonly kind: 'release' }
  /** `last`: the newest message that the operator saw. */
  | { readonly kind: 'close'; readonly last: bigint };

/**
 * Returns the conversation's state after an operator's action. Any operator may take an unassigned conversation or transfer
 * one they see, and opens a closed one by writing to its customer. Only the assignee may release it. The assignee may close it, and anybody may close an unassigned one.
 */
export function decideDeed(
  held: Held,
  deed: Deed,
  by: string,
): Outcome<Pick<Held, 'status' | 'assignedTo'>, 'case_changed'> {
  const { status, assignedTo, last } = held;
  const opens = deed.kind === 'assign' && deed.opens === true;
  if (status === 'closed' && !opens) return refuse('case_changed');
  if (deed.kind === 'assign') {
    const changes = assignedTo === deed.from && assignedTo !== deed.to;
    return changes ? ok({ status: 'open', assignedTo: deed.to }) : refuse('case_changed');
  }
  if (deed.kind === 'release') {
    return assignedTo === by ? ok({ status, assignedTo: null }) : refuse('case_changed');
  }
  const mayClose = (assignedTo === by || assignedTo === null) && last === deed.last;
  return mayClose ? ok({ status: 'closed', assignedTo: null }) : refuse('case_changed');
}

/** Returns an operator's public name: the capitalised first word of the account. */
export function firstName(account: string): string {
  const [word = account] = account.split(/[^\p{L}]+/u).filter((part) => part !== '');
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
