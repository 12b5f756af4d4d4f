/** Loads the keyboard shortcuts after the first screen has rendered. */
import { later } from './later.tsx';

/** Nobody presses a shortcut before having read the screen. */
const AFTER_MS = 500;

export const KeyWatch = later(
  () => import('./key-shortcuts.tsx').then((file) => file.KeyShortcuts),
  AFTER_MS,
);
