/**
 * What a feature of the web app hands the app for the first paint: its screens. `app/features.ts` lists the features. Its texts lie in its
 * folder `messages`; the type of the English ones comes along, and with all of them the type of every text. How menus and messages lead to
 * it is in its `entries.ts`, which the app fetches later (`app/all-entries.ts`).
 */
import type { ScreenRow } from './screen-row.ts';

type OwnTexts = { readonly titles: Readonly<Record<string, string>> };

export type WebFeature<Texts extends OwnTexts> = {
  readonly screens: readonly ScreenRow<keyof Texts['titles'] & string>[];
  /** A type alone: it is never set. */
  readonly texts?: Texts;
};

export type TextsOf<Feature> = Feature extends WebFeature<infer Texts> ? Texts : never;
