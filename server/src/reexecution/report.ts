/** The printed result of a re-execution. */
import type { Reexecuted } from './reexecute.ts';

export function reportOf(done: Reexecuted, seconds: number): string {
  const { manifest, differences, ledger, tape, minutes } = done;
  const lines = [
    `${manifest.day}: ${done.records} records in ${seconds.toFixed(1)} s`,
    `${done.decided} commands were decided again; ${done.byEffects} are compared by their journals alone`,
    `${ledger.matched} journals are as the rules make them; ${ledger.unrecorded} paid in the house's capital before any command`,
    `${done.rows} rows and every balance that a command was given follow from what came before`,
    `${tape.matched} prices that commands used are on the tape; its ${tape.entries} entries are one chain for each symbol`,
    `${minutes.logged} minutes of records are in the log as they are here; ${minutes.unlogged} are newer than the log`,
  ];
  for (const [kind, count] of differences.counts()) lines.push(`${count} differences of kind ${kind}`);
  for (const { kind, detail } of differences.kept) lines.push(`  ${kind}: ${detail}`);
  lines.push(differences.count === 0 ? '0 differences.' : `${differences.count} differences.`);
  return `${lines.join('\n')}\n`;
}
