/** Waits for a price, places an order over the socket, and cancels it. */
import { Candor } from '@candor/sdk';

const candor = new Candor({
  origin: process.env.CANDOR_ORIGIN ?? 'http://127.0.0.1:8090',
  token: process.env.CANDOR_TOKEN ?? '',
});
const socket = await candor.connect();
const [tick] = await new Promise<readonly (readonly unknown[])[]>((done) =>
  socket.onQuotes('BTC/USDT', done),
);
console.log(`Price of ${String(tick?.[0])} received`);

const placed = await socket.order({
  call: 'POST coin/trade',
  fields: { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '1000' },
});
console.log(`Answer ${placed.status}, receipt checked: ${placed.receipt !== undefined}`);

const { id } = placed.answer.message as { id: string };
const cancelled = await socket.order({ call: 'POST order/cancel', fields: { id } });
console.log(`Answer ${cancelled.status}`);
socket.close();
