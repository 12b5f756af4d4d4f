/** The shape of a row of the table of screens. */
import type { LucideIcon } from 'lucide-react';
import type { Messages } from '../i18n/provider.tsx';
import type { LazyScreen } from './lazy-screen.ts';

type TitleKey = keyof Messages['titles'];

export type ScreenRow = {
  /** The first address is the one that links use; the others open the same screen. */
  readonly paths: readonly [string, ...string[]];
  readonly title: TitleKey;
  /** A visitor is sent to the login page, and back afterwards. */
  readonly needsLogin?: boolean;
  /** Stands in the tab bar with this icon, in the order of the table. */
  readonly tab?: LucideIcon;
  readonly screen: LazyScreen;
};

type Paths = string | ScreenRow['paths'];

/** A screen that anybody may open. */
export function anybody(title: TitleKey, paths: Paths, screen: LazyScreen, tab?: LucideIcon): ScreenRow {
  const all = typeof paths === 'string' ? ([paths] as const) : paths;
  return { paths: all, title, screen, ...(tab === undefined ? {} : { tab }) };
}

/** A screen that asks a visitor to log in first. */
export function customers(title: TitleKey, paths: Paths, screen: LazyScreen): ScreenRow {
  return { ...anybody(title, paths, screen), needsLogin: true };
}
