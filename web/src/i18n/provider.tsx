/**
 * Loads the chosen language and hands it to the screens. English comes with the app, so that there is always something to
 * say; another language is fetched when chosen.
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { IntlProvider } from 'use-intl';
import { useSession } from '../lib/session.ts';
import en from './messages/en.json';

export type Messages = typeof en;
export type Loaded = { readonly language: Language; readonly messages: Messages };

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}

const files = import.meta.glob<Messages>(['./messages/*.json', '!./messages/en.json'], { import: 'default' });

export const messagesHere: Loaded = { language: 'en', messages: en };

export async function loadMessages(language: Language): Promise<Messages> {
  if (language === 'en') return en;
  const load = files[`./messages/${language}.json`];
  if (load === undefined) throw new Error(`no messages for ${language}`);
  return load();
}

/** Shows its children in the language loaded before the first render, and in another one once that has arrived. */
export function LanguageProvider({ first, children }: { first: Loaded; children: ReactNode }) {
  const language = useSession((session) => session.language);
  const [loaded, setLoaded] = useState(first);

  useEffect(() => {
    if (loaded.language === language) return;
    let wanted = true;
    loadMessages(language).then(
      (messages) => {
        if (wanted) setLoaded({ language, messages });
      },
      // Offline, say: stay with the language that is here rather than half changed.
      () => useSession.setState({ language: loaded.language }),
    );
    return () => {
      wanted = false;
    };
  }, [language, loaded.language]);

  useEffect(() => {
    document.documentElement.lang = localeOf[loaded.language];
  }, [loaded.language]);

  return (
    // Without a time zone: asking for it costs a slow phone 200 ms, and times are formatted by `lib/format.ts` alone.
    <IntlProvider locale={localeOf[loaded.language]} messages={loaded.messages}>
      {children}
    </IntlProvider>
  );
}
