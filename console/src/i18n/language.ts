/**
 * The language of the console on this device: the chosen one, or the first supported one of the browser's preferences, or
 * English.
 */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { useSyncExternalStore } from 'react';
import { consoleLanguages } from './languages.ts';
import type { ConsoleLanguage } from './languages.ts';

const STORAGE_KEY = 'candor.console.language';

let current = languageOf(readStored('localStorage', STORAGE_KEY), globalThis.navigator?.languages ?? []);
const listeners = new Set<() => void>();

/** Selects a language from the stored one and the browser's preferences, such as "zh-Hans-CN". */
export function languageOf(stored: unknown, wanted: readonly string[]): ConsoleLanguage {
  const known = (tag: unknown) => consoleLanguages.find((language) => language === tag);
  const spoken = wanted.map((tag) => known(tag.toLowerCase().split('-')[0]));
  return known(stored) ?? spoken.find((language) => language !== undefined) ?? 'en';
}

export function currentLanguage(): ConsoleLanguage {
  return current;
}

export function chooseLanguage(language: ConsoleLanguage): void {
  current = language;
  writeStored('localStorage', STORAGE_KEY, language);
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useLanguage(): ConsoleLanguage {
  return useSyncExternalStore(listen, currentLanguage);
}
