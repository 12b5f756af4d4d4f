/** The device's clock in whole seconds, looked at often enough for what becomes usable or late while a screen is open. */
import { useEffect, useState } from 'react';

const EVERY_MS = 15_000;

const now = (): number => Math.floor(Date.now() / 1000);

export function useWallSeconds(): number {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
