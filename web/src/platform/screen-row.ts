/** The shape of a row of the table of screens. */
import type { LucideIcon } from 'lucide-react';
import type { LazyScreen } from './lazy-screen.ts';

export type ScreenRow<Title extends string = string> = {
  /** The first address is the one that links use; the others open the same screen. */
  readonly paths: readonly [string, ...string[]];
  readonly title: Title;
  /** A visitor is sent to the login page, and back afterwards. */
  readonly needsLogin?: boolean;
  /** Shown in the tab bar with this icon, at this position. */
  readonly tab?: { readonly icon: LucideIcon; readonly place: number };
  readonly screen: LazyScreen;
};

type Paths = string | ScreenRow['paths'];

/** A screen that anybody can open. */
export function anybody<Title extends string>(
  title: Title,
  paths: Paths,
  screen: LazyScreen,
  tab?: ScreenRow['tab'],
): ScreenRow<Title> {
  const all = typeof paths === 'string' ? ([paths] as const) : paths;
  return { paths: all, title, screen, ...(tab === undefined ? {} : { tab }) };
}

/** A screen that asks a visitor to log in first. */
export function customers<Title extends string>(
  title: Title,
  paths: Paths,
  screen: LazyScreen,
): ScreenRow<Title> {
  return { ...anybody(title, paths, screen), needsLogin: true };
}
