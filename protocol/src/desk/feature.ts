/** The protocol definitions for the operators' desk, exported under the names that `features.ts` expects. */
export { deskConsoleCalls as consoleCalls } from './console.ts';
