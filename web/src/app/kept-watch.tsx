/** Loads the check of the stored checkpoints after the first screen has rendered. */
import { later } from './later.tsx';

const AFTER_MS = 5000;

export const KeptWatch = later(
  () => import('../proof/contradiction-notice.tsx').then((file) => file.ContradictionNotice),
  AFTER_MS,
);
