/** What uploads adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { uploadsCalls as calls } from './calls.ts';
export { uploadsRefusals as refusals } from './refusals.ts';
