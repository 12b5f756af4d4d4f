/** The languages of the console, with the same codes as in the rest of the product. */
export const consoleLanguages = ['en', 'zh'] as const;
export type ConsoleLanguage = (typeof consoleLanguages)[number];

/** Each name is in its own language, so that its speakers find it. */
export const languageNames: Readonly<Record<ConsoleLanguage, string>> = { en: 'English', zh: '简体中文' };
