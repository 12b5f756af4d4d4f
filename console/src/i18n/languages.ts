/** The languages of the console, with the same codes as in the rest of the product. */
export const consoleLanguages = ['en', 'zh'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** The names of the languages, each in the language itself. */
export const languageNames: Readonly<Record<ConsoleLanguage, string>> = { en: 'English', zh: '简体中文' };
