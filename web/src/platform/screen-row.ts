/** The rows of the table of screens. */
import type { LucideIcon } from 'lucide-react';
import type { LazyScreen } from './lazy-screen.ts';

export type ScreenRow<Title extends string = string> = {
  /** The addresses of the screen. Links use the first address. */
  readonly paths: readonly [string, ...string[]];
  readonly title: Title;
  /** Whether visitors must log in first. The login page then returns to this screen. */
  readonly needsLogin?: boolean;
  /** The icon and the position in the tab bar, for a screen that is a tab. */
  readonly tab?: { readonly icon: LucideIcon; readonly place: number };
  readonly screen: LazyScreen;
};

type Paths = string | ScreenRow['paths'];

/** Defines a screen that anybody can open. */
export function anybody<Title extends string>(
  title: Title,
  paths: Paths,
  screen: LazyScreen,
  tab?: ScreenRow['tab'],
): ScreenRow<Title> {
  const all = typeof paths === 'string' ? ([paths] as const) : paths;
  return { paths: all, title, screen, ...(tab === undefined ? {} : { tab }) };
}

/** Defines a screen that requires a login. */
export function customers<Title extends string>(
  title: Title,
  paths: Paths,
  screen: LazyScreen,
): ScreenRow<Title> {
  return { ...anybody(title, paths, screen), needsLogin: true };
}
