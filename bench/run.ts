/**
 * `npm run bench`: measures every figure and prints it next to its goal. Names as arguments select the figures, and `--share 0.02`
 * runs the long benches at a fiftieth of their size.
 */
import { benchCandles } from './candles.ts';
import { benchChat } from './chat.ts';
import { figureLine } from './figure.ts';
import type { Figure } from './figure.ts';
import { benchCloseOuts } from './close-outs.ts';
import { benchExchangeEdge } from './exchange-edge.ts';
import { benchFirstPaint } from './first-paint.ts';
import { benchHouseFees } from './house-fees.ts';
import { benchInteraction } from './interaction.ts';
import { benchLarge } from './large.ts';
import { benchLiabilities } from './liabilities.ts';
import { benchLighthouse } from './lighthouse.ts';
import { benchLogCost } from './log-cost.ts';
import { benchManyOrders, manyOrdersAt } from './many-orders.ts';
import { benchNotifications } from './notifications.ts';
import { benchOptionEdge } from './option-edge.ts';
import { benchOptions } from './options.ts';
import { benchOrders, contractOrders, orderBenchAt, spotOrders } from './orders.ts';
import { benchProofTime } from './proof-time.ts';
import { benchQuotes } from './quotes.ts';
import { benchRecords } from './records.ts';
import { benchReexecution } from './re-execution.ts';
import { FULL, takeShare } from './share.ts';
import { benchStart } from './start.ts';
import { benchTlog } from './tlog.ts';
import { benchTriggers } from './triggers.ts';

const asked = process.argv.slice(2);
const share = takeShare(asked);
if (share === undefined) {
  process.stderr.write('--share must be above 0 and at most 1.\n');
  process.exit(2);
}

const benches: Readonly<Record<string, () => readonly Figure[] | Promise<readonly Figure[]>>> = {
  triggers: benchTriggers,
  candles: benchCandles,
  quotes: benchQuotes,
  start: benchStart,
  'first-paint': benchFirstPaint,
  liabilities: benchLiabilities,
  lighthouse: benchLighthouse,
  interaction: benchInteraction,
  orders: () => benchOrders(spotOrders, orderBenchAt(share)),
  contracts: () => benchOrders(contractOrders, orderBenchAt(share)),
  'many-orders': () => benchManyOrders(manyOrdersAt(share)),
  records: benchRecords,
  notifications: () => benchNotifications(share),
  're-execution': () => benchReexecution(),
  'close-outs': benchCloseOuts,
  'house-fees': benchHouseFees,
  options: benchOptions,
  chat: benchChat,
  tlog: benchTlog,
  'log-cost': benchLogCost,
  'proof-time': benchProofTime,
  'option-edge': benchOptionEdge,
  'exchange-edge': benchExchangeEdge,
  large: () => benchLarge(share),
};

const unknown = asked.find((name) => !(name in benches));
if (unknown !== undefined) {
  process.stderr.write(
    `There is no benchmark "${unknown}"; the benchmarks are ${Object.keys(benches).join(', ')}.\n`,
  );
  process.exit(2);
}
for (const [name, measure] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  if (share < FULL) process.stdout.write(`${name}, at a share of ${share}:\n`);
  for (const figure of await measure()) process.stdout.write(`${figureLine(figure)}\n`);
}
