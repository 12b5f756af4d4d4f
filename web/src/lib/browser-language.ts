/** The product's language for a visitor who has not chosen one, from the browser's preferences. Pure. */
import { languageDefault, languages, localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';

/** Regions and scripts of Chinese that read traditional characters. */
const TRADITIONAL: ReadonlySet<string> = new Set(['hk', 'mo', 'tw', 'hant']);

/** Returns the language of a BCP 47 tag, such as "zh-Hans-CN"; undefined if the product does not have it. */
function languageOfTag(tag: string): Language | undefined {
  const [base = '', ...subtags] = tag.toLowerCase().split('-');
  if (base === 'zh' && !subtags.includes('hans') && subtags.some((one) => TRADITIONAL.has(one))) return 'hk';
  return languages.find((language) => localeOf[language].split('-')[0] === base);
}

/** Returns the first of the browser's preferred languages that the product has, or English. */
export function languageOfBrowser(preferred: readonly string[]): Language {
  return preferred.map(languageOfTag).find((language) => language !== undefined) ?? languageDefault;
}
