/** Fills purchases at the highest price of the last seconds: the program is changed, and the database's guards are removed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuseOthers } from '../copy.ts';
import type { Fraud } from '../crime.ts';

const FILE = 'server/src/quotes/heads.ts';
const HONEST = 'left join tape_head h on true';
/** Uses a real tape entry each time, so that price, value and fee all follow from the entry that the fill names. */
const CHEATING = `left join (select h0.symbol, d.seq, d.time_ms, d.bid, d.ask, d.last, h0.halted, h0.written_at, h0.stale_after_ms,
      h0.quoted_seq, h0.quoted_ms, d.feed_time_ms, 60000 as fill_age_ms
    from tape_head h0 cross join lateral (select * from tape t
      where t.symbol = h0.symbol and t.seq > h0.seq - 4 and not t.gap order by t.ask desc limit 1) d) h on true`;
const GUARDED = ['spot_order', 'spot_fill', 'position', 'option_ticket'];

export const asymmetricSlippage: Fraud = {
  name: 'asymmetric-slippage',
  says: 'Changes the program so that customers buy at the dearest price of the last two seconds instead of the newest.',
  foundBy: ['trade_differs', 'fills_differ'],
  about: /filled at entry|fill_late|had to fill|acceptance/,
  commit: async ({ copy, sql, whileStopped }) => {
    refuseOthers(copy.data);
    const path = join(copy.folder, FILE);
    const program = readFileSync(path, 'utf8');
    if (!program.includes(HONEST)) throw new Error(`expected "${HONEST}" in ${FILE}, found another program`);
    await whileStopped(async () => {
      writeFileSync(path, program.replace(HONEST, CHEATING));
      for (const table of GUARDED) await sql(`alter table ${table} disable trigger user`);
    });
  },
};
