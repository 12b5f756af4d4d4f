/** The protocol definitions for statements, exported under the names that `features.ts` expects. */
export { statementsCalls as calls } from './calls.ts';
export { statementsRefusals as refusals } from './refusals.ts';
