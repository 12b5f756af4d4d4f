/** The offers to a newcomer on this device: the tour until it was taken or skipped, and the first steps until they are hidden. */
import { readStored, writeStored } from '@candor/client/stored.ts';

const tourKey = 'candor.tour';
const stepsKey = 'candor.first-steps';

export function isTourOffered(): boolean {
  return readStored('localStorage', tourKey) !== 'seen';
}

export function leaveTour(): void {
  writeStored('localStorage', tourKey, 'seen');
}

export function areFirstStepsOffered(): boolean {
  return readStored('localStorage', stepsKey) !== 'left';
}

export function leaveFirstSteps(): void {
  writeStored('localStorage', stepsKey, 'left');
}
