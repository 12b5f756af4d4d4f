/**
 * Every control of the kit in every state, for developers of screens: what exists, and how it looks in this theme, text size
 * and window. In English only; no menu links here.
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
