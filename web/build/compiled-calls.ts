/**
 * Replaces the table of calls with the data that the client needs from it, because the table itself would include every schema.
 */
import type { Plugin } from 'vite';
import { callTable, eventTable } from '../src/lib/call-table.ts';

const TABLE_FILE = /\/lib\/call-table\.ts$/;

export function compiledCalls(): Plugin {
  return {
    name: 'compiled-calls',
    enforce: 'pre',
    load(id) {
      if (!TABLE_FILE.test(id)) return undefined;
      const known = Object.entries(callTable).filter(([, facts]) => Object.keys(facts).length > 0);
      return `export const callTable = ${JSON.stringify(Object.fromEntries(known))};
export const eventTable = ${JSON.stringify(eventTable)};`;
    },
  };
}
