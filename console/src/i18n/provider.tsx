/**
 * Provides the texts of the chosen language. The bundle contains both languages, because operators load the console only about
 * once a day.
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { useLanguage } from './language.ts';
import type { ConsoleLanguage } from './languages.ts';
import en from './messages/en.json';
import zh from './messages/zh.json';
import type { Texts } from './texts.ts';

/** The build adds the texts of the features to these files (`console/build/compiled-messages.ts`). */
const messages: Readonly<Record<ConsoleLanguage, Texts>> = { en: en as Texts, zh: zh as Texts };

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  useEffect(() => {
    document.documentElement.lang = localeOf[language];
  }, [language]);
  return (
    <IntlProvider locale={localeOf[language]} messages={messages[language]}>
      {children}
    </IntlProvider>
  );
}
