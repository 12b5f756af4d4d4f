/**
 * The token and the display settings, which are all that this browser stores about a customer. The identity stays on the server.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { languageDefault, languages } from '@candor/protocol/languages.ts';
import type { Language } from '@candor/protocol/languages.ts';
import { create } from 'zustand';
import { languageOfBrowser } from './browser-language.ts';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'normal' | 'large';
/** The colour of rising prices; `auto` depends on the language. */
export type RiseColour = 'auto' | 'green' | 'red';

export type Session = {
  readonly token: string | undefined;
  readonly language: Language;
  readonly theme: Theme;
  readonly textSize: TextSize;
  readonly riseColour: RiseColour;
  readonly amountsHidden: boolean;
  readonly valuation: string;
};

const STORAGE_KEY = 'candor.session';
const redUpLanguages: ReadonlySet<Language> = new Set(['zh', 'hk', 'jp', 'ko']);

function oneOf<Value extends string>(values: readonly Value[], value: unknown, otherwise: Value): Value {
  return values.includes(value as Value) ? (value as Value) : otherwise;
}

/**
 * Parses a session from stored content field by field, so that an outdated or invalid record does no harm. `preferred` are the
 * languages of the browser, in which a new visitor starts.
 */
export function readSession(stored: unknown, preferred: readonly string[] = []): Session {
  const record = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  return {
    token: typeof record['token'] === 'string' ? record['token'] : undefined,
    language: oneOf(languages, record['language'], languageOfBrowser(preferred)),
    theme: oneOf(['system', 'light', 'dark'], record['theme'], 'system'),
    textSize: oneOf(['normal', 'large'], record['textSize'], 'normal'),
    riseColour: oneOf(['auto', 'green', 'red'], record['riseColour'], 'auto'),
    amountsHidden: record['amountsHidden'] === true,
    valuation: typeof record['valuation'] === 'string' ? record['valuation'] : 'USDT',
  };
}

function storedSession(): Session {
  return readSession(readStored('localStorage', STORAGE_KEY), globalThis.navigator?.languages ?? []);
}

export const useSession = create<Session>(storedSession);

useSession.subscribe((session) => writeStored('localStorage', STORAGE_KEY, session));

/** Applies a login, logout or theme change in another tab to this tab. */
export function followOtherTabs(): void {
  window.addEventListener('storage', (event) => {
    if (event.key === STORAGE_KEY) useSession.setState(storedSession());
  });
}

export function riseColourOf(session: Pick<Session, 'language' | 'riseColour'>): 'green' | 'red' {
  if (session.riseColour !== 'auto') return session.riseColour;
  return redUpLanguages.has(session.language) ? 'red' : 'green';
}

/**
 * Selects the manifest, and thereby the names of the installed app and its shortcuts, in the chosen language
 * (`web/build/manifests.ts`).
 */
function nameManifest(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  if (link === null || !import.meta.env.PROD) return;
  const address =
    language === languageDefault ? '/manifest.webmanifest' : `/manifest-${language}.webmanifest`;
  // Leaves an unchanged address as it is, because setting it would fetch the manifest again.
  if (link.getAttribute('href') !== address) link.href = address;
}

/** Applies the settings to the root element, from which `tokens.css` reads them. */
export function applyAppearance(session: Session): void {
  const root = document.documentElement;
  if (session.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = session.theme;
  root.dataset['text'] = session.textSize;
  root.dataset['rise'] = riseColourOf(session);
  nameManifest(session.language);
}
