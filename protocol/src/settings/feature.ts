/** What settings adds to the protocol, under the names by which `features.ts` puts the parts of all features together. */
export { settingsCalls as calls } from './calls.ts';
export { settingsNotices as notices } from './notices.ts';
export { settingsRefusals as refusals } from './refusals.ts';
export { settingsSuccesses as successes } from './successes.ts';

export const topics = ['credit'] as const;
