/** The screens to test: all, or only those that a tool requests because a change affects them. */
import { screenRows } from '../tools/screen-rows.ts';
import type { ScreenShot } from './screen-shot.ts';

export const rowsOfTheApp: readonly (readonly string[])[] = screenRows().map(({ paths }) => paths);

/** The first address of each requested row. */
const asked = process.env['CANDOR_SCREENS']?.split(' ');

export function isAskedFor({ path }: ScreenShot): boolean {
  if (asked === undefined) return true;
  const { pathname } = new URL(path, 'https://candor.example');
  const row = rowsOfTheApp.find((paths) => paths.includes(pathname));
  return row !== undefined && asked.includes(row[0] ?? '');
}
