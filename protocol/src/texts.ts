/** Every message of the server in one language, in the form that a client shows. */
import { refusals, successes } from './features.ts';
import type { Language } from './languages.ts';
import type { MessageCode } from './refusals.ts';

export type Texts = Readonly<Record<MessageCode, string>>;

export function textsIn(language: Language): Texts {
  const refused = Object.entries(refusals).map(([code, { texts }]) => [code, texts[language]]);
  const succeeded = Object.entries(successes).map(([code, texts]) => [code, texts[language]]);
  return Object.fromEntries([...refused, ...succeeded]) as Texts;
}
