/** Loads the keys for people at a desk after the first screen has rendered. */
import { later } from './later.tsx';

/** A press before the screen has been read is not expected. */
const AFTER_MS = 500;

export const KeyWatch = later(
  () => import('./key-shortcuts.tsx').then((file) => file.KeyShortcuts),
  AFTER_MS,
);
