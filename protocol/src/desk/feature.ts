/** The protocol parts of operators' desk, exported under the names that `features.ts` collects. */
export { deskConsoleCalls as consoleCalls } from './console.ts';
