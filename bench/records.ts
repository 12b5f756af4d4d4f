/**
 * Measures what the records of commands cost: two servers, one with and one without them, execute orders alternately, so
 * that both run under the same conditions.
 */
import { median } from './figure.ts';
import type { Figure } from './figure.ts';
import { OrderConnection } from './order-client.ts';
import { closedLoop, spotOrders } from './orders.ts';
import { startServer } from './running-server.ts';

const CONNECTIONS = 128;
const ROUNDS = 8;
const SECONDS = 6;
const WARM_SECONDS = 5;

type Side = { readonly connections: OrderConnection[]; readonly rates: number[]; stop(): Promise<void> };

async function side(records: 'on' | 'off'): Promise<Side> {
  const server = await startServer(CONNECTIONS, ['--records', records]);
  const connections: OrderConnection[] = [];
  for (const token of server.tokens)
    connections.push(await OrderConnection.open(server.port, spotOrders.orders(server.port, token)));
  await closedLoop(connections, WARM_SECONDS);
  const stop = async (): Promise<void> => {
    for (const connection of connections) connection.close();
    await server.stop();
  };
  return { connections, rates: [], stop };
}

export async function benchRecords(): Promise<Figure[]> {
  const without = await side('off');
  const withThem = await side('on');
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const order = round % 2 === 0 ? [without, withThem] : [withThem, without];
      for (const { connections, rates } of order) rates.push(await closedLoop(connections, SECONDS));
    }
  } finally {
    await withThem.stop();
    await without.stop();
  }
  const ratios = withThem.rates.map((rate, round) => rate / (without.rates[round] as number));
  return [
    { name: 'records: orders with ÷ without', value: median(ratios), unit: '', goal: { atLeast: 0.95 } },
    { name: 'records: orders with', value: median(withThem.rates), unit: '/s' },
    { name: 'records: orders without', value: median(without.rates), unit: '/s' },
  ];
}
