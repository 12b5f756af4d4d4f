/** A value once it has rested: what is searched for after the last key, not at each. */
import { useEffect, useState } from 'react';

const REST_MS = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    // Clearing counts at once.
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
