/** Adds this feature's texts to the type of all texts. */
import type own from './en.json';

type Own = typeof own;

declare module '../../../i18n/texts.ts' {
  interface Texts extends Own {}
}
