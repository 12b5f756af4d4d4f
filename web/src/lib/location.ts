/**
 * Connects wouter to the app's history: each mounted screen reads the location with which it was opened, not the location of the
 * screen in front.
 */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Entry } from './hash-history.ts';
import { currentEntry, navigate, subscribeEntry } from './hash-history.ts';

/** Returns the history entry in front. */
export function useEntry(): Entry {
  return useSyncExternalStore(subscribeEntry, currentEntry);
}

/** The entry of a screen, which the shell provides to each mounted screen. */
export const ScreenEntry = createContext<Entry>(currentEntry());

function useHashLocation(): [string, typeof navigate] {
  return [useContext(ScreenEntry).path, navigate];
}
useHashLocation.hrefs = (href: string): string => `#${href}`;

function useHashSearch(): string {
  return useContext(ScreenEntry).search;
}

/** The data that wouter's router needs to use this history. */
export const hashRouting = { hook: useHashLocation, searchHook: useHashSearch } as const;

/** Returns a query parameter of the screen's own location. */
export function useParam(name: string): string | undefined {
  return new URLSearchParams(useHashSearch()).get(name) ?? undefined;
}
