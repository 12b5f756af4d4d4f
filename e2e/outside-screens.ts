/** The screens of addresses outside the app, and of places on the map, for the tests of all screens. */
import type { Page } from '@playwright/test';
import type { ScreenShot } from './screen-shot.ts';
import { sheet, tapForSheet } from './screen-shot.ts';
import { say } from './saying.ts';

const main = (page: Page) => page.getByRole('main').filter({ visible: true });
const webview = (url: string): string => `/pages/webview/index?${new URLSearchParams({ url })}`;

export const outsideScreens: readonly ScreenShot[] = [
  {
    name: 'an address that is not opened',
    path: webview('https://etherscаn.io/tx/1?next=https://evil.example/'),
    as: 'visitor',
    act: (page) => main(page).getByRole('alert').waitFor(),
  },
  { name: 'choosing a place', path: '/choose-location?back=/pages/me/settings', as: 'visitor' },
  {
    name: 'a place that there is not',
    path: '/choose-location',
    as: 'visitor',
    act: async (page) => {
      await page.getByRole('textbox', { name: say('location.latitude') }).fill('91');
      await page.getByRole('textbox', { name: say('location.longitude') }).fill('12');
      await main(page).getByText(say('location.latitudeWrong')).waitFor();
    },
  },
  {
    name: 'a place on the map',
    path: '/open-location?latitude=51.50735&longitude=-0.12776&name=A+place+of+mine',
    as: 'visitor',
  },
  { name: 'no place', path: '/open-location', as: 'visitor' },
  {
    name: 'installing the app',
    path: '/pages/me/newIndex',
    as: 'visitor',
    act: async (page) => {
      await tapForSheet(page, say('install.title'));
      await sheet(page);
    },
  },
];
