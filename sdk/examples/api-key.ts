/** Trades with an API key: the secret signs each request, and never leaves this machine. */
import { Candor } from '@candor/sdk';
import { hmacKey } from '@candor/sdk/signing';

const candor = new Candor({
  origin: process.env.CANDOR_ORIGIN ?? 'http://127.0.0.1:8090',
  key: hmacKey({ key: process.env.CANDOR_KEY ?? '', secret: process.env.CANDOR_SECRET ?? '' }),
});
const placed = await candor.call('POST coin/trade', {
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  quantity: '0.002',
  price: '1000',
});
console.log(
  placed.ok ? `Placed, receipt checked: ${placed.receipt !== undefined}` : `Refused: ${placed.code}`,
);

const open = await candor.call('GET coin/list', { status: 'in_transaction' });
console.log(open.ok ? `Open orders: ${open.value.items.length > 0}` : `Refused: ${open.code}`);
