/**
 * The part of a feature that the first paint needs: its screens. `app/features.ts` lists the features. Its texts are in its
 * folder `messages`; the type of the English ones is included here and contributes to the type of all texts. Its entry points
 * in menus and notices are in its `entries.ts`, which the app fetches later (`app/all-entries.ts`).
 */
import type { ScreenRow } from './screen-row.ts';

type OwnTexts = { readonly titles: Readonly<Record<string, string>> };

export type WebFeature<Texts extends OwnTexts> = {
  readonly screens: readonly ScreenRow<keyof Texts['titles'] & string>[];
  /** Used only as a type; it is never set. */
  readonly texts?: Texts;
};

export type TextsOf<Feature> = Feature extends WebFeature<infer Texts> ? Texts : never;
