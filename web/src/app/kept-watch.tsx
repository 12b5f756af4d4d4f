/** Loads the check of the stored checkpoints after the first screen has rendered. */
import type { ComponentType } from 'react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { loadAllMessages } from '../i18n/provider.tsx';

const AFTER_MS = 5000;

const ContradictionNotice = lazy<ComponentType>(() =>
  Promise.all([import('../proof/contradiction-notice.tsx'), loadAllMessages()]).then(
    ([file]) => ({ default: file.ContradictionNotice }),
    // The chunk failed to load, for example because the device is offline. The next start loads it again.
    () => ({ default: () => null }),
  ),
);

export function KeptWatch() {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return due ? (
    <Suspense>
      <ContradictionNotice />
    </Suspense>
  ) : null;
}
