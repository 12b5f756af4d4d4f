/** The protocol definitions for the settings, exported under the names that `features.ts` expects. */
export { settingsCalls as calls } from './calls.ts';
export { settingsNotices as notices } from './notices.ts';
export { settingsRefusals as refusals } from './refusals.ts';
export { settingsSuccesses as successes } from './successes.ts';

export const topics = ['credit'] as const;
