/** The screens that lead out of the app, as rows of the table of screens: addresses outside it, and places on the map. */
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

export const outsideScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/webview/index'],
    title: 'webview',
    screen: lazyScreen(() =>
      import('../features/webview/webview-screen.tsx').then((file) => file.WebviewScreen),
    ),
  },
  {
    paths: ['/choose-location'],
    title: 'chooseLocation',
    screen: lazyScreen(() =>
      import('../features/location/choose-location-screen.tsx').then((file) => file.ChooseLocationScreen),
    ),
  },
  {
    paths: ['/open-location'],
    title: 'openLocation',
    screen: lazyScreen(() =>
      import('../features/location/open-location-screen.tsx').then((file) => file.OpenLocationScreen),
    ),
  },
];
