/**
 * The gallery for developers of screens: every control of the kit in every state, in the current theme, text size and window. It
 * is in English only, and no menu links to it.
 */
import { Screen } from '../../parts/screen.tsx';
import { Buttons } from './buttons.tsx';
import { Feedback } from './feedback.tsx';
import { Fields } from './fields.tsx';
import { Figures } from './figures.tsx';
import { Lists } from './lists.tsx';
import { Sheets } from './sheets.tsx';
import { Tokens } from './tokens.tsx';

export function GalleryScreen() {
  return (
    <Screen>
      <Tokens />
      <Buttons />
      <Fields />
      <Figures />
      <Lists />
      <Feedback />
      <Sheets />
    </Screen>
  );
}
