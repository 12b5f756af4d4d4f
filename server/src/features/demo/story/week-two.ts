/** The second week of the story: gains, losses, loans and withdrawals. */
import type { Scene } from './lines.ts';

const TRON = { currency: 'USDT', network: 'tron' } as const;

export const weekTwo: readonly Scene[] = [
  {
    day: 8,
    hour: 0,
    lines: [
      { who: 'lena', does: 'closes', product: 'contracts', of: 'lena’s ether contract' },
      { who: 'lena', does: 'sells', symbol: 'ETH/USDT', quantity: '1' },
      { who: 'wei', does: 'converts', from: 'BTC', to: 'USDT', amount: '0.05' },
      { who: 'wei', does: 'deposits', ...TRON, amount: '900', as: 'wei’s blurred deposit' },
      { who: 'theo', does: 'rejects the deposit', of: 'wei’s blurred deposit' },
    ],
  },
  {
    day: 9,
    hour: 0,
    lines: [
      { who: 'lena', does: 'repays', of: 'lena’s first loan' },
      { who: 'wei', does: 'repays', of: 'wei’s loan', amount: '1000' },
      { who: 'wei', does: 'deposits', ...TRON, amount: '900', as: 'wei’s second deposit' },
      { who: 'theo', does: 'credits the deposit', of: 'wei’s second deposit' },
    ],
  },
  {
    day: 11,
    hour: 0,
    lines: [
      { who: 'lena', does: 'applies for a loan', amount: '2000', days: 30, as: 'lena’s second loan' },
      { who: 'theo', does: 'approves the loan', of: 'lena’s second loan' },
      {
        who: 'lena',
        does: 'opens',
        product: 'forex',
        symbol: 'EUR/USD',
        side: 'short',
        quantity: '0.2',
        leverage: 10,
        takeProfit: '-7',
        stopLoss: '+6',
        as: 'lena’s euro',
      },
      { who: 'tom', does: 'invests', amount: '5000' },
    ],
  },
  {
    day: 13,
    hour: 0,
    lines: [
      {
        who: 'wei',
        does: 'saves an address',
        network: 'bitcoin',
        address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        label: '冷钱包',
        as: 'wei’s cold wallet',
      },
      {
        who: 'wei',
        does: 'withdraws',
        currency: 'BTC',
        amount: '0.03',
        to: 'wei’s cold wallet',
        as: 'wei’s first withdrawal',
      },
      { who: 'ines', does: 'approves the withdrawal', of: 'wei’s first withdrawal' },
      { who: 'ines', does: 'pays the withdrawal', of: 'wei’s first withdrawal' },
      {
        who: 'wei',
        does: 'opens',
        product: 'forex',
        symbol: 'XAU/USD',
        side: 'long',
        quantity: '0.1',
        leverage: 10,
        takeProfit: '+12',
        stopLoss: '-8',
        as: 'wei’s gold',
      },
    ],
  },
];
