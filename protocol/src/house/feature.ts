/** The protocol definitions for house administration, exported under the names that `features.ts` expects. */
export { houseConsoleCalls as consoleCalls } from './console.ts';
export { houseRefusals as refusals } from './refusals.ts';
