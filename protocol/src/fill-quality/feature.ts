/** The protocol definitions for the quality of fills, exported under the names that `features.ts` expects. */
export { fillQualityCalls as calls } from './calls.ts';
