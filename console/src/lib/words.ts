/** Translates codes into the operator's language. A code without a text is spelt out: "not_received" becomes "Not received". */
import type { caseKinds } from '@candor/protocol/desk/console.ts';
import { localeOf } from '@candor/protocol/languages.ts';
import { currentLanguage } from '../i18n/language.ts';
import type { Say } from '../i18n/say.ts';
import type { Texts } from '../i18n/texts.ts';

export type CaseKind = (typeof caseKinds)[number];

/** The kind of a code. The same code may have different texts, for example for a deposit and a loan. */
export type CodeGroup = keyof Texts['codes'] & string;

export function codeWords(t: Say, group: CodeGroup, code: string): string {
  return knownWords(t, group, code) ?? spelt(code);
}

/** Returns the text of a code; undefined if there is none. */
export function knownWords(t: Say, group: CodeGroup, code: string): string | undefined {
  // The server returns codes as plain text, so whether a text exists is known only at run time.
  const key = `codes.${group}.${code}` as Parameters<Say['has']>[0];
  return t.has(key) ? t(key) : undefined;
}

function spelt(code: string): string {
  const words = code.replaceAll('_', ' ').replaceAll('.', ': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Explains why a case can no longer be decided, and who decided it if that is known. */
export function decidedWords(t: Say, by: string | null): string {
  return by === null ? t('ui.isDecided') : t('ui.isDecidedBy', { by });
}

/** Enumerates names in the operator's language: "A, B, C", in Chinese “A、B、C”. */
export function listWords(names: readonly string[]): string {
  return new Intl.ListFormat(localeOf[currentLanguage()], { type: 'conjunction', style: 'narrow' }).format(
    names,
  );
}
