/** The nine languages by the codes of the product, and what `Intl` calls them. */
export const languages = ['zh', 'en', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn'] as const;
export type Language = (typeof languages)[number];
/** One thing said in every language. */
export type Words = Readonly<Record<Language, string>>;
export const languageDefault: Language = 'en';

/** BCP 47 tags; `Intl` does not know jp, hk and vn. */
export const localeOf: Readonly<Record<Language, string>> = {
  zh: 'zh-CN',
  en: 'en',
  es: 'es',
  it: 'it',
  jp: 'ja',
  ko: 'ko',
  pt: 'pt',
  hk: 'zh-HK',
  vn: 'vi',
};
