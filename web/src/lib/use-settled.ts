/** Returns a value only after it has stopped changing, so that a search runs once after the last key press. */
import { useEffect, useState } from 'react';

const REST_MS = 250;

export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    // An empty value takes effect immediately.
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : REST_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
