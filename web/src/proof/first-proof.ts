/** Whether this device has proved a receipt at least once, which completes a newcomer's first steps. */
import { readStored, writeStored } from '@candor/client/stored.ts';

const storageKey = 'candor.proved';

export function noteProof(): void {
  writeStored('localStorage', storageKey, 'once');
}

export function hasProved(): boolean {
  return readStored('localStorage', storageKey) === 'once';
}
