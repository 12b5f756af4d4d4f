/** The texts of the app's buttons, found where a component puts a text by its key between the tags of a button. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../install.mjs';

const BUTTON = /<(?:\w*Button|button)\b[^<]*?>\s*\{(\w+)\('([\w.]+)'\)\}\s*<\/(?:\w*Button|button)>/g;
const TRANSLATOR = /const (\w+) = useTranslations\((?:'([\w.]*)')?\)/g;

/** Whole keys of the buttons' texts in a source file of the app. */
export function buttonKeys(source: string): readonly string[] {
  const namespaces = new Map([...source.matchAll(TRANSLATOR)].map(([, name = '', at = '']) => [name, at]));
  return [...source.matchAll(BUTTON)].flatMap(([, name = '', key = '']) => {
    const at = namespaces.get(name);
    return at === undefined ? [] : [at === '' ? key : `${at}.${key}`];
  });
}

export function buttonKeysOf(files: readonly string[]): readonly string[] {
  return [...new Set(files.flatMap((file) => buttonKeys(readFileSync(join(ROOT, file), 'utf8'))))];
}
