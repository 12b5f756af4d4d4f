/**
 * The name of each language in that language, so that customers recognise their language even if they can't read the current one.
 */
import type { Language } from '@candor/protocol/languages.ts';

export const languageNames: Readonly<Record<Language, string>> = {
  zh: '简体中文',
  en: 'English',
  es: 'Español',
  it: 'Italiano',
  jp: '日本語',
  ko: '한국어',
  pt: 'Português',
  hk: '繁體中文',
  vn: 'Tiếng Việt',
};
