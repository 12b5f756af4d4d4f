/** Places a resting order with an example customer of a demo, finds it, and cancels it. */
import { Candor } from '@candor/sdk';

const origin = process.env.CANDOR_ORIGIN ?? 'http://127.0.0.1:8090';

const visitor = new Candor({ origin });
const login = await visitor.call('POST user/login', { account: 'lena', password: 'Demo-lena-1' });
if (!login.ok) throw new Error(`Log in: ${login.code}`);

const candor = new Candor({ origin, token: login.value });
const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', quantity: '0.002', price: '1000' } as const;
const placed = await candor.call('POST coin/trade', order);
if (!placed.ok) throw new Error(`Place the order: ${placed.code} ${JSON.stringify(placed.params)}`);
console.log(`Placed order ${placed.value.id}, receipt checked: ${placed.receipt !== undefined}`);

const cancelled = await candor.call('POST order/cancel', { id: placed.value.id });
console.log(`Cancelled: ${cancelled.ok}`);
