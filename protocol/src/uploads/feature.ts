/** The protocol definitions for uploads, exported under the names that `features.ts` expects. */
export { uploadsCalls as calls } from './calls.ts';
export { uploadsRefusals as refusals } from './refusals.ts';
