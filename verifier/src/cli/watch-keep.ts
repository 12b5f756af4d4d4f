/** The folder of a watch: its policy, the place it reached in the log, all entries up to it, and the evidence of alarms. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Alarm } from '../watch/alarms.ts';
import type { Watched } from '../watch/watch.ts';

const PLACE_FILE = 'place.json';
const ENTRIES_FILE = 'entries.jsonl';
const POLICY_FILE = 'policy';

type KeptPlace = Watched['place'] & Pick<Watched, 'fillsChecked' | 'shown'>;
const placeOf = ({ place, fillsChecked, shown }: Watched): KeptPlace => ({ ...place, fillsChecked, shown });

/** The text of the given policy, or of the one kept from the first run: a platform must not replace its witnesses later. */
export async function policyText(
  keep: string,
  given: string | undefined,
  fetched: () => Promise<Uint8Array>,
): Promise<{ readonly text: string; readonly store: () => void }> {
  const kept = join(keep, POLICY_FILE);
  const isFirst = given === undefined && !existsSync(kept);
  const text = isFirst ? new TextDecoder().decode(await fetched()) : readFileSync(given ?? kept, 'utf8');
  return { text, store: () => isFirst && writeFileSync(kept, text) };
}

/** Returns the place and the entries up to it, which are in a file with one line for each entry. */
export function readKept(keep: string): Watched | undefined {
  if (!existsSync(join(keep, PLACE_FILE))) return undefined;
  // A file of an earlier release has no list of fills and no notes.
  const { fillsChecked, shown, ...place } = JSON.parse(
    readFileSync(join(keep, PLACE_FILE), 'utf8'),
  ) as KeptPlace;
  const lines = readFileSync(join(keep, ENTRIES_FILE), 'utf8').split('\n').slice(0, place.size);
  if (lines.length < place.size)
    throw new Error(`expected ${place.size} entries in ${keep}, found ${lines.length}`);
  // Lines after the place come from a run that was interrupted between writing the two files.
  writeFileSync(join(keep, ENTRIES_FILE), lines.map((line) => `${line}\n`).join(''));
  return { place, entries: lines.map((line) => JSON.parse(line) as string), fillsChecked, shown };
}

export function writeKept(keep: string, watched: Watched | undefined): void {
  if (watched === undefined) return;
  appendFileSync(
    join(keep, ENTRIES_FILE),
    watched.entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''),
  );
  writeFileSync(join(keep, `${PLACE_FILE}.new`), JSON.stringify(placeOf(watched)));
  renameSync(join(keep, `${PLACE_FILE}.new`), join(keep, PLACE_FILE));
}

/** Prints an alarm and stores it with its evidence; returns the name of the file. */
export function storeAlarm(keep: string, one: Alarm, at: string, number: number): string {
  console.log(`ALARM ${one.kind}: ${one.detail}`);
  const name = `alarm-${at.replaceAll(/[:.]/g, '-')}-${number}-${one.kind}.json`;
  writeFileSync(join(keep, name), `${JSON.stringify({ at, ...one }, null, 2)}\n`);
  return name;
}
