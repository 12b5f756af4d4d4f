/**
 * Loads the chosen language and hands it to the screens. English comes with the app, so that there is always something to
 * say; another language is fetched when chosen. Of every language, what the frame and Home say comes first, then what a screen
 * waits for: the texts of trading, or all (`web/build/compiled-messages.ts` cuts them).
 */
import { localeOf } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { ComponentType, ReactNode } from 'react';
import { useEffect } from 'react';
import type { Messages } from 'use-intl';
import { IntlProvider } from 'use-intl';
import { create } from 'zustand';
import { useSession } from '../lib/session.ts';
import shared from './messages/en.json';

/** When bundled, the file has the texts of the features too (`app/features.ts` says their types). */
const en = shared as Messages;

const firstFiles = import.meta.glob<Messages>(['./messages/*.json', '!./messages/en.json'], {
  import: 'default',
});
const furtherFiles = {
  trading: import.meta.glob<Messages>('./messages/*.json', { import: 'default', query: '?trading' }),
  later: import.meta.glob<Messages>('./messages/*.json', { import: 'default', query: '?later' }),
} as const;
type FurtherPart = keyof typeof furtherFiles;
const ALL_PARTS = Object.keys(furtherFiles) as readonly FurtherPart[];

/** What the screens say now. From the start it has the texts of the first paint. */
type Spoken = {
  readonly language: Language;
  readonly messages: Messages;
  readonly further: readonly FurtherPart[];
};
const useSpoken = create<Spoken>(() => ({ language: 'en', messages: en, further: [] }));

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
  const parts = ALL_PARTS.map((part) => fetched(furtherFiles[part], language));
  const texts = await Promise.all([firstMessages(language), ...parts]);
  return Object.assign({}, ...texts) as Messages;
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

async function speakPart(part: FurtherPart): Promise<void> {
  while (!useSpoken.getState().further.includes(part)) {
    const language = startsIn;
    const messages = await fetched(furtherFiles[part], language);
    await firstSpoken;
    useSpoken.setState((spoken) =>
      // Another language that was chosen meanwhile came whole.
      spoken.language === language && !spoken.further.includes(part)
        ? { messages: { ...spoken.messages, ...messages }, further: [...spoken.further, part] }
        : spoken,
    );
  }
}

/** Resolves once the texts of trading can be said. */
export function speakTrading(): Promise<void> {
  return speakPart('trading');
}

/** Resolves once everything can be said, which whatever is not there from the start waits for, unless it needs less. */
export async function loadAllMessages(): Promise<void> {
  await Promise.all(ALL_PARTS.map(speakPart));
}

/**
 * A component that comes with texts of its own. It may be rendered by a pass that began before they came, and would then find
 * its provider without them; so it has one of its own, which reads them as they are now.
 */
export function withTexts<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithTexts(props: Props) {
    const { language, messages } = useSpoken();
    return (
      <IntlProvider locale={localeOf[language]} messages={messages}>
        <Component {...props} />
      </IntlProvider>
    );
  };
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
        if (wanted) useSpoken.setState({ language, messages, further: ALL_PARTS });
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
