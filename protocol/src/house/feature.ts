/** The protocol parts of house administration, exported under the names that `features.ts` collects. */
export { houseConsoleCalls as consoleCalls } from './console.ts';
export { houseRefusals as refusals } from './refusals.ts';
