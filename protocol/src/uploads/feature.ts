/** The protocol parts of uploads, exported under the names that `features.ts` collects. */
export { uploadsCalls as calls } from './calls.ts';
export { uploadsRefusals as refusals } from './refusals.ts';
