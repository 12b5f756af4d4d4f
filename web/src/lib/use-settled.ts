/** A value after it has settled: a search runs after the last key press, not after each. */
import { useEffect, useState } from 'react';

const REST_MS = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    // Clearing takes effect immediately.
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
