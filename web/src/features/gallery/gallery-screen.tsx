/**
 * Every control of the kit in every state, for whoever builds screens: what there is, how it looks in this theme, at this text
 * size, in this window. In English alone; no menu leads here.
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
