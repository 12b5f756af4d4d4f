/** Places three orders in one request. One is refused, and the others are placed all the same. */
import { Candor } from '@candor/sdk';

const candor = new Candor({
  origin: process.env.CANDOR_ORIGIN ?? 'http://127.0.0.1:8090',
  token: process.env.CANDOR_TOKEN ?? '',
});
const rung = (symbol: string, price: string) =>
  ({
    call: 'POST coin/trade',
    fields: { symbol, side: 'buy', type: 'limit', quantity: '0.002', price },
  }) as const;

const { orders, accepted, refused } = await candor.batch([
  rung('BTC/USDT', '1000'),
  rung('NO/PE', '1000'),
  rung('BTC/USDT', '1100'),
]);
console.log(`${accepted} accepted, ${refused} refused: ${orders.map(({ status }) => status).join(' ')}`);
