/** Deletes the newest record of the operators' log, and gives its number to another record. */
import { ownerOf } from '../crime.ts';
import type { Fraud } from '../crime.ts';

const recordOf = (subject: string): string =>
  `insert into audit (time_ms, operator, role, action, subject) values (1, 'ada', 'admin', 'denied', '${subject}')`;

export const deletedRecord: Fraud = {
  name: 'deleted-record',
  says: 'Deletes the newest record of the operators’ log, and writes another one under its number.',
  foundBy: ['audit_conflicts'],
  prepare: async (copy) => void (await ownerOf(copy, 'guarded')(recordOf('customer:1'))),
  isReady: async ({ sql, stranger }) => {
    const logged = await sql<{ index: string }>(
      `select e.index from tlog_entry e join ledger_seal l on l.audit_seq = e.position
        where e.kind = 'audit' and e.position = (select max(seq) from audit)`,
    );
    return logged.some(({ index }) => Number(index) < stranger.size());
  },
  commit: async ({ copy, sql }) => {
    await sql('delete from audit where seq = (select max(seq) from audit)');
    await ownerOf(copy, 'guarded')(recordOf('customer:2'));
  },
};
