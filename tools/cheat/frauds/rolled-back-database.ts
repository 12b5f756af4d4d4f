/** Restores an old state of everything: database, keys and the memory of the house's own witnesses. */
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { refuseOthers } from '../copy.ts';
import type { Copy } from '../copy.ts';
import type { Fraud } from '../crime.ts';

const before = ({ folder }: Copy): string => join(folder, 'before');

export const rolledBackDatabase: Fraud = {
  name: 'rolled-back-database',
  says: 'Restores the whole database to its state before the customers’ trades, together with the memory of the house’s own witnesses.',
  foundBy: ['log_shrunk', 'log_forked'],
  ruins: true,
  prepare: async (copy) => {
    await copy.stop();
    // The database's files keep their owner.
    execFileSync('cp', ['-a', copy.data, before(copy)]);
    await copy.start();
  },
  commit: async ({ copy }) => {
    refuseOthers(copy.data);
    await copy.stop();
    rmSync(copy.data, { recursive: true });
    renameSync(before(copy), copy.data);
    await copy.start();
  },
};
