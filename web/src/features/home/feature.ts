/** This feature's registration with the app. */
import { House } from 'lucide-react';
import type { WebFeature } from '../../platform/feature.ts';
import { eagerScreen } from '../../platform/lazy-screen.ts';
import { anybody } from '../../platform/screen-row.ts';
import { HomeScreen } from './home-screen.tsx';
import { preloadTotal } from './total.tsx';
import type texts from './messages/en.json';

export const home: WebFeature<typeof texts> = {
  // One row per line.
  // oxfmt-ignore
  screens: [
    anybody('home', ['/', '/pages/home/index'], eagerScreen(HomeScreen, preloadTotal), { icon: House, place: 1 }),
  ],
};
