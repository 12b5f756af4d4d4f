/** The device's clock in whole seconds, for things that become available while a screen is open. */
import { useEffect, useState } from 'react';

const EVERY_MS = 1000;

const now = (): number => Math.floor(Date.now() / 1000);

export function useWallSeconds(): number {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
