/** The platform's time in whole seconds, for screens on which something becomes available after a time. */
import { useEffect, useState } from 'react';
import { houseNow } from './house-clock.ts';

const EVERY_MS = 1000;

const now = (): number => Math.floor(houseNow() / 1000);

export function useHouseSeconds(): number {
  const [seconds, setSeconds] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
