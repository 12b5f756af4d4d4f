/** The screens to test: all, or only those that a tool requests because a change affects them. */
import { screenRows } from '../tools/screen-rows.ts';
import type { ScreenShot } from './screen-shot.ts';

/** The addresses of each row of the app's table of screens. */
export const rowsOfTheApp: readonly (readonly string[])[] = screenRows().map(({ paths }) => paths);

/** The first addresses of the requested rows. */
const asked = process.env['CANDOR_SCREENS']?.split(' ');

export function isAskedFor({ path }: ScreenShot): boolean {
  if (asked === undefined) return true;
  const { pathname } = new URL(path, 'https://candor.example');
  const row = rowsOfTheApp.find((paths) => paths.includes(pathname));
  return row !== undefined && asked.includes(row[0] ?? '');
}
