/** Adds what this feature says to the texts that are known by type. */
import type own from './en.json';

type Own = typeof own;

declare module '../../../i18n/texts.ts' {
  interface Texts extends Own {}
}
