/**
 * The part of a feature that the first paint needs: its screens. `app/features.ts` lists all features. A feature's texts are in
 * its folder `messages`, and the type of the English texts is part of the feature's type. A feature's entry points in menus and
 * notices are in its `entries.ts`, which the app fetches later (`app/all-entries.ts`).
 */
import type { ScreenRow } from './screen-row.ts';

type OwnTexts = { readonly titles: Readonly<Record<string, string>> };

export type WebFeature<Texts extends OwnTexts> = {
  readonly screens: readonly ScreenRow<keyof Texts['titles'] & string>[];
  /** Exists only as a type and is never set. */
  readonly texts?: Texts;
};

export type TextsOf<Feature> = Feature extends WebFeature<infer Texts> ? Texts : never;
