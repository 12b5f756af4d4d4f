/** Parts of the frame that the first screen does not need. Their code is fetched some time after it has rendered. */
import type { ComponentType } from 'react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { loadAllMessages } from '../i18n/provider.tsx';

/** Returns a component that shows nothing until its code has been fetched, `afterMs` after it was mounted. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  afterMs: number,
): ComponentType<Props> {
  const Part = lazy<ComponentType<Props>>(() =>
    Promise.all([load(), loadAllMessages()]).then(
      ([Body]) => ({ default: Body }),
      // The chunk failed to load, for example because the device is offline. The next start loads it again.
      () => ({ default: () => null }),
    ),
  );
  return function Later(props: Props) {
    const [due, setDue] = useState(false);
    useEffect(() => {
      const timer = setTimeout(() => setDue(true), afterMs);
      return () => clearTimeout(timer);
    }, []);
    return due ? (
      <Suspense>
        <Part {...props} />
      </Suspense>
    ) : null;
  };
}
