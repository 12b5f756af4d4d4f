/** The languages that the console speaks, by the codes of the product. */
export const consoleLanguages = ['en', 'zh'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** Each in its own words, so that its speakers find it. */
export const languageNames: Readonly<Record<ConsoleLanguage, string>> = { en: 'English', zh: '简体中文' };
