/** The nine languages with the product's codes and their `Intl` tags. */
export const languages = ['zh', 'en', 'es', 'it', 'jp', 'ko', 'pt', 'hk', 'vn'] as const;
export type Language = (typeof languages)[number];
export type Words = Readonly<Record<Language, string>>;
export const languageDefault: Language = 'en';

/** BCP 47 tags, because `Intl` has no tags jp, hk and vn. */
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
