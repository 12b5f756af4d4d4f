/**
 * Loads the chosen language and hands it to the screens. English comes with the app, so that there is always something to
 * say; another language is fetched when chosen. Of every language, what the frame and Home say comes first, and all other
 * texts with the first screen that is opened (`web/build/compiled-messages.ts` cuts them in two).
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { IntlProvider } from 'use-intl';
import { create } from 'zustand';
import { useSession } from '../lib/session.ts';
import en from './messages/en.json';

export type Messages = typeof en;

declare module 'use-intl' {
  interface AppConfig {
    Messages: Messages;
  }
}

const firstFiles = import.meta.glob<Messages>(['./messages/*.json', '!./messages/en.json'], {
  import: 'default',
});
const laterFiles = import.meta.glob<Messages>('./messages/*.json', { import: 'default', query: '?later' });

/** What the screens say now. Until it is whole, it has the texts of the first paint alone. */
type Spoken = { readonly language: Language; readonly messages: Messages; readonly whole: boolean };
const useSpoken = create<Spoken>(() => ({ language: 'en', messages: en, whole: false }));

async function fetched(files: typeof firstFiles, language: Language): Promise<Messages> {
  const load = files[`./messages/${language}.json`];
  if (load === undefined) throw new Error(`no messages for ${language}`);
  return load();
}

function firstMessages(language: Language): Promise<Messages> {
  return language === 'en' ? Promise.resolve(en) : fetched(firstFiles, language);
}

/** All texts of a language. */
export async function loadMessages(language: Language): Promise<Messages> {
  const [first, later] = await Promise.all([firstMessages(language), fetched(laterFiles, language)]);
  return { ...first, ...later };
}

/** The language that the app starts in, and when its first texts are here. A screen may ask for all texts before. */
let startsIn: Language = 'en';
let firstSpoken: Promise<void> = Promise.resolve();

async function speakFirstTexts(language: Language): Promise<void> {
  const messages = await firstMessages(language).catch(() => undefined);
  if (messages === undefined) startsIn = 'en';
  else useSpoken.setState({ language, messages });
}

/** Fetches what the first paint says. A language that cannot be fetched must not leave a blank page. */
export function speakFirst(language: Language): Promise<void> {
  startsIn = language;
  firstSpoken = speakFirstTexts(language);
  return firstSpoken;
}

/** Resolves once everything can be said, which whatever is not there from the start waits for. */
export async function speakWhole(): Promise<void> {
  while (!useSpoken.getState().whole) {
    const language = startsIn;
    const messages = await loadMessages(language);
    await firstSpoken;
    // Another language that was chosen meanwhile came whole.
    if (useSpoken.getState().language === language) useSpoken.setState({ messages, whole: true });
  }
}

/** Shows its children in the language loaded before the first render, and in another one once that has arrived. */
export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const language = useSession((session) => session.language);
  const spoken = useSpoken();

  useEffect(() => {
    if (spoken.language === language) return;
    let wanted = true;
    loadMessages(language).then(
      (messages) => {
        if (wanted) useSpoken.setState({ language, messages, whole: true });
      },
      // Offline, say: stay with the language that is here rather than half changed.
      () => useSession.setState({ language: spoken.language }),
    );
    return () => {
      wanted = false;
    };
  }, [language, spoken.language]);

  useEffect(() => {
    document.documentElement.lang = localeOf[spoken.language];
  }, [spoken.language]);

  return (
    // Without a time zone: asking for it costs a slow phone 200 ms, and times are formatted by `lib/format.ts` alone.
    <IntlProvider locale={localeOf[spoken.language]} messages={spoken.messages}>
      {children}
    </IntlProvider>
  );
}
