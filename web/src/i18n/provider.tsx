/**
 * Loads the chosen language and provides it to the screens. English is bundled, so that there is always a text; every other
 * language is fetched when it is chosen. The texts of the frame and of Home load first, then the texts that a screen waits for:
 * the trading texts, or all texts (`web/build/compiled-messages.ts` splits them).
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

/** The build adds the features' texts to this file (`app/features.ts` has their types). */
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

/** The texts loaded so far, at least those of the first paint. */
type Spoken = {
  readonly language: Language;
  readonly messages: Messages;
  readonly further: readonly FurtherPart[];
};
const useSpoken = create<Spoken>(() => ({ language: 'en', messages: en, further: [] }));

async function fetched(files: typeof firstFiles, language: Language): Promise<Messages> {
  const load = files[`./messages/${language}.json`];
  if (load === undefined) throw new Error(`expected message files for ${language}, found none`);
  return load();
}

function firstMessages(language: Language): Promise<Messages> {
  return language === 'en' ? Promise.resolve(en) : fetched(firstFiles, language);
}

export async function loadMessages(language: Language): Promise<Messages> {
  const parts = ALL_PARTS.map((part) => fetched(furtherFiles[part], language));
  const texts = await Promise.all([firstMessages(language), ...parts]);
  return Object.assign({}, ...texts) as Messages;
}

/** The language in which the app starts, and whether its first texts have loaded; a screen may request all texts before that. */
let startsIn: Language = 'en';
let firstSpoken: Promise<void> = Promise.resolve();

async function speakFirstTexts(language: Language): Promise<void> {
  const messages = await firstMessages(language).catch(() => undefined);
  if (messages === undefined) startsIn = 'en';
  else useSpoken.setState({ language, messages });
}

/** Fetches the texts of the first paint. If that fails, the app starts in English instead of with a blank page. */
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
      // If the language has been changed in the meantime, all texts of the new language were loaded then.
      spoken.language === language && !spoken.further.includes(part)
        ? { messages: { ...spoken.messages, ...messages }, further: [...spoken.further, part] }
        : spoken,
    );
  }
}

export function speakTrading(): Promise<void> {
  return speakPart('trading');
}

/**
 * Resolves once all texts have loaded. All code that is not part of the start waits for this, unless it needs only the trading
 * texts.
 */
export async function loadAllMessages(): Promise<void> {
  await Promise.all(ALL_PARTS.map(speakPart));
}

/**
 * Wraps a component that loads its own texts in a provider with the current texts. Otherwise, a render pass that began before the
 * texts loaded would use a provider that lacks them.
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

/**
 * Renders its children in the language loaded before the first render. A newly chosen language replaces it once the texts have
 * loaded.
 */
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
      // Keeps the previous language if loading fails, for example while offline, instead of mixing two languages.
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
    // No time zone is set, because determining the zone takes a slow phone 200 ms and only `lib/format.ts` formats times.
    <IntlProvider locale={localeOf[spoken.language]} messages={spoken.messages}>
      {children}
    </IntlProvider>
  );
}
