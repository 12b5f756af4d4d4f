/**
 * The table of screens, with all addresses of each: the rows of the features, and those of pages composed of several features.
 * Tabs, titles, the login guard and chunk loading use this table.
 */
import { ArrowLeftRight } from 'lucide-react';
import type { Messages } from 'use-intl';
import { of } from '../platform/lazy-screen.ts';
import { anybody } from '../platform/screen-row.ts';
import type { ScreenRow } from '../platform/screen-row.ts';
import { features } from './features.ts';

export type AppScreen = ScreenRow<keyof Messages['titles']>;

// One row per line.
// oxfmt-ignore
const pages: readonly AppScreen[] = [
  anybody('chart', '/pages/kline/index', of(() => import('./chart-page.tsx'), 'ChartPage', 'trading')),
  anybody('trade', '/pages/index/index', of(() => import('./trade-tab.tsx'), 'TradeTab', 'trading'), { icon: ArrowLeftRight, place: 4 }),
  anybody('login', ['/pages/login/index', '/pages/my/login'], of(() => import('./login-page.tsx'), 'LoginPage')),
  anybody('register', '/pages/register/index', of(() => import('./register-page.tsx'), 'RegisterPage')),
];

export const screens: readonly AppScreen[] = [
  ...pages,
  ...features.flatMap((feature): readonly AppScreen[] => feature.screens),
];

export const tabs: readonly AppScreen[] = screens
  .filter(({ tab }) => tab !== undefined)
  .toSorted((one, other) => (one.tab?.place ?? 0) - (other.tab?.place ?? 0));

const rowsByPath: ReadonlyMap<string, AppScreen> = new Map(
  screens.flatMap((row) => row.paths.map((path) => [path, row] as const)),
);

export function findScreen(path: string): AppScreen | undefined {
  return rowsByPath.get(path);
}
