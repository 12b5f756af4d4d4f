/**
 * Loads the code that maintains the app itself, after the first screen has rendered: the service worker and the notice about a
 * newer version.
 */
import { later } from './later.tsx';

/** The delay before files are prefetched, so that the first screen, the tabs and the live prices load first. */
const AFTER_MS = 7000;

export const AppWatch = later(async () => {
  const [notice, worker] = await Promise.all([import('./newer-notice.tsx'), import('./app-worker.ts')]);
  void worker.startWorker();
  return notice.NewerNotice;
}, AFTER_MS);
