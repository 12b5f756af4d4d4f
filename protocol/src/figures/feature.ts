/** The protocol definitions for the operators' charts, exported under the names that `features.ts` expects. */
export { figuresConsoleCalls as consoleCalls } from './console.ts';
