/**
 * Loads the code that maintains the app itself, after the first screen has rendered: the service worker and the notice about a
 * newer version.
 */
import type { ComponentType } from 'react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { loadAllMessages } from '../i18n/provider.tsx';

/** The delay before files are prefetched, so that the first screen, the tabs and the live prices load first. */
const AFTER_MS = 7000;

const NewerNotice = lazy<ComponentType<{ readonly calm: boolean }>>(() =>
  Promise.all([import('./newer-notice.tsx'), import('./app-worker.ts'), loadAllMessages()]).then(
    ([notice, worker]) => {
      void worker.startWorker();
      return { default: notice.NewerNotice };
    },
    // The chunk failed to load, for example because the device is offline. The next start loads it again.
    () => ({ default: () => null }),
  ),
);

export function AppWatch({ calm }: { readonly calm: boolean }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? (
    <Suspense>
      <NewerNotice calm={calm} />
    </Suspense>
  ) : null;
}
