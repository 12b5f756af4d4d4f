/**
 * What a feature of the web app hands the app: its screens, and how menus and messages lead to them. `app/features.ts` lists the features.
 * Its texts lie in its folder `messages`; the type of the English ones comes along, and with all of them the type of every text.
 */
import type { Entries } from './entries.ts';
import type { ScreenRow } from './screen-row.ts';

type OwnTexts = { readonly titles: Readonly<Record<string, string>> };

export type WebFeature<Texts extends OwnTexts> = {
  readonly screens: readonly ScreenRow<keyof Texts['titles'] & string>[];
  /** Fetched with the first menu or message that shows them, since the first paint shows none. */
  readonly entries?: () => Promise<{ readonly entries: Entries }>;
  /** A type alone: it is never set. */
  readonly texts?: Texts;
};

export type TextsOf<Feature> = Feature extends WebFeature<infer Texts> ? Texts : never;
