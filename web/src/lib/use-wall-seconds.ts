/** The device's clock in whole seconds, for screens on which something becomes available after a time. */
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
