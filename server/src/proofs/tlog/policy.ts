/**
 * The log's trust policy as it is published (c2sp.org/tlog-policy): its key, its witnesses, and how many of them must have
 * cosigned.
 */
import type { Pool } from '../../db/pool.ts';

type WitnessRow = { name: string; vkey: string; url: string; own: boolean };

/** Returns the text of the policy, or undefined while there are fewer witnesses than it demands, as when a demo starts. */
export async function readPolicyText(pool: Pool, vkey: string, quorum: number): Promise<string | undefined> {
  const { rows } = await pool.query<WitnessRow>(
    'select name, vkey, url, own from tlog_witness order by name',
  );
  if (rows.length < quorum) return undefined;
  const names = rows.map((_, place) => `w${place + 1}`);
  const lines = [
    `log ${vkey}`,
    ...(rows.some(({ own }) => own)
      ? [
          '# The platform runs these witnesses itself. They show how it works; only others’ witnesses protect you.',
        ]
      : []),
    ...rows.map((row, place) => `witness ${names[place]} ${row.vkey} ${row.url}`),
    ...(quorum > 0 ? [`group witnesses ${quorum} ${names.join(' ')}`, 'quorum witnesses'] : ['quorum none']),
  ];
  return `${lines.join('\n')}\n`;
}
