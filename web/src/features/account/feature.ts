/** This feature's registration with the app. */
import { UserRound } from 'lucide-react';
import type { WebFeature } from '../../platform/feature.ts';
import { of } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import type texts from './messages/en.json';

export const account: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('account', ['/pages/me/newIndex', '/pages/me/index'], of(() => import('./account-screen.tsx'), 'AccountScreen', 'trading'), { icon: UserRound, place: 5 }),
    anybody('language', '/pages/me/language', of(() => import('./language-screen.tsx'), 'LanguageScreen')),
    anybody('settings', '/pages/me/settings', of(() => import('./settings-screen.tsx'), 'SettingsScreen')),
  ],
};
