/** Codes as words of the operator's language. A code without words of its own is spelt out: "not_received" is "Not received". */
import type { caseKinds } from '@candor/protocol/desk/console.ts';
import type { Say } from '../i18n/say.ts';
import type { Texts } from '../i18n/texts.ts';

export type CaseKind = (typeof caseKinds)[number];

/** What a code is a code of: the same one may mean something else of a deposit than of a loan. */
export type CodeGroup = keyof Texts['codes'] & string;

export function codeWords(t: Say, group: CodeGroup, code: string): string {
  return knownWords(t, group, code) ?? spelt(code);
}

/** The words of a code; undefined where there are none. */
export function knownWords(t: Say, group: CodeGroup, code: string): string | undefined {
  // The server says codes as plain text, so whether there are words for one is known only now.
  const key = `codes.${group}.${code}` as Parameters<Say['has']>[0];
  return t.has(key) ? t(key) : undefined;
}

function spelt(code: string): string {
  const words = code.replaceAll('_', ' ').replaceAll('.', ': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Why nothing is left to decide on a case, and who decided where that is known. */
export function decidedWords(t: Say, by: string | null): string {
  return by === null ? t('ui.isDecided') : t('ui.isDecidedBy', { by });
}
