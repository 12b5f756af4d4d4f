/** Writes what the client must know of the table of calls in place of the table, which would bring every schema along. */
import type { Plugin } from 'vite';
import { callTable, eventTable } from '../src/lib/call-table.ts';

const TABLE_FILE = /\/lib\/call-table\.ts$/;

export function compiledCalls(): Plugin {
  return {
    name: 'compiled-calls',
    enforce: 'pre',
    load(id) {
      if (!TABLE_FILE.test(id)) return undefined;
      // What nothing has to be known of is left out.
      const known = Object.entries(callTable).filter(([, facts]) => Object.keys(facts).length > 0);
      return `export const callTable = ${JSON.stringify(Object.fromEntries(known))};
export const eventTable = ${JSON.stringify(eventTable)};`;
    },
  };
}
