/**
 * The story of a new demo, as a script: what two customers, a friend and a few newcomers did in three weeks, and what the
 * operators decided. Days and hours count from the story's beginning, three weeks before the present. The last day is in
 * `this-morning.ts`.
 */
import type { Scene } from './lines.ts';
import { DUE_HOUR } from './passing.ts';
import { thisMorning } from './this-morning.ts';

const TRON = { currency: 'USDT', network: 'tron' } as const;

const weekOne: readonly Scene[] = [
  {
    day: 0,
    hour: 0,
    lines: [
      { who: 'lena', does: 'buys', symbol: 'BTC/USDT', quantity: '0.2' },
      { who: 'lena', does: 'buys', symbol: 'ETH/USDT', quantity: '4' },
      { who: 'lena', does: 'moves', currency: 'USDT', amount: '15000', from: 'spot', to: 'contract' },
      { who: 'lena', does: 'moves', currency: 'USDT', amount: '2000', from: 'spot', to: 'option' },
      { who: 'lena', does: 'deposits', ...TRON, amount: '2500', as: 'lena’s first deposit' },
      { who: 'theo', does: 'credits the deposit', of: 'lena’s first deposit' },
      { who: 'wei', does: 'sets a trading PIN' },
      { who: 'wei', does: 'buys', symbol: 'BTC/USDT', quantity: '0.35' },
      { who: 'wei', does: 'moves', currency: 'USDT', amount: '20000', from: 'spot', to: 'contract' },
      { who: 'wei', does: 'moves', currency: 'USDT', amount: '1500', from: 'spot', to: 'option' },
    ],
  },
  {
    day: 1,
    hour: 0,
    lines: [
      { who: 'lena', does: 'invests', amount: '6000' },
      { who: 'tom', does: 'registers', invitedBy: 'lena' },
      { who: 'tom', does: 'verifies' },
      { who: 'rosa', does: 'approves the documents', of: 'tom' },
      { who: 'lena', does: 'stakes', symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '50' },
      { who: 'lena', does: 'stakes', symbol: 'BTC/USDT', side: 'down', seconds: 30, stake: '40' },
      { who: 'wei', does: 'stakes', symbol: 'ETH/USDT', side: 'down', seconds: 30, stake: '80' },
      { who: 'wei', does: 'stakes', symbol: 'ETH/USDT', side: 'up', seconds: 30, stake: '60' },
    ],
  },
  {
    day: 2,
    hour: 0,
    lines: [
      ...([
        { who: 'tom', does: 'sets a trading PIN' },
        { who: 'tom', does: 'invests', amount: '5000' },
        // Half of these fees covers the inviter's share of tom's income.
        { who: 'tom', does: 'buys', symbol: 'BTC/USDT', quantity: '0.4' },
      ] as const),
      {
        who: 'lena',
        does: 'opens',
        product: 'contracts',
        symbol: 'ETH/USDT',
        side: 'long',
        quantity: '3',
        leverage: 2,
        takeProfit: '+55',
        stopLoss: '-40',
        as: 'lena’s ether contract',
      },
      {
        who: 'wei',
        does: 'opens',
        product: 'contracts',
        symbol: 'BTC/USDT',
        side: 'short',
        quantity: '0.2',
        leverage: 5,
        as: 'wei’s bitcoin short',
      },
      {
        who: 'sam',
        does: 'saves a reply',
        slug: 'deposit-review',
        language: 'en',
        title: 'Deposit under review',
        text: 'Thanks for writing. Your deposit is under review, which takes less than 24 hours. You’ll get a message when it’s credited.',
      },
      {
        who: 'sam',
        does: 'saves a reply',
        slug: 'deposit-review',
        language: 'zh',
        title: '充值审核中',
        text: '您好，您的充值正在审核，通常不超过 24 小时。到账后我们会给您发消息。',
      },
      {
        who: 'sam',
        does: 'saves a reply',
        slug: 'verify-an-option',
        language: 'en',
        title: 'How to check an option',
        text: 'Open the option in your history and tap Verify. Your device recomputes strike, exit and outcome from the public price record.',
      },
      {
        who: 'sam',
        does: 'saves a reply',
        slug: 'withdrawal-times',
        language: 'en',
        title: 'How long withdrawals take',
        text: 'We decide on withdrawals within 24 hours. The Transparency page shows how long they have taken in the last 30 days.',
      },
    ],
  },
  {
    day: 3,
    hour: 0,
    lines: [
      {
        who: 'lena',
        does: 'plans',
        symbol: 'BTC/USDT',
        amount: '100',
        every: 'day',
        on_day: 0,
        hour: DUE_HOUR,
      },
      { who: 'lena', does: 'deposits', currency: 'EUR', network: 'wire', amount: '1200', as: 'lena’s wire' },
      { who: 'theo', does: 'awaits the deposit', of: 'lena’s wire' },
      { who: 'wei', does: 'closes', product: 'contracts', of: 'wei’s bitcoin short' },
      { who: 'wei', does: 'writes', text: '你好，为什么合约的强平价会变动？' },
      {
        who: 'sam',
        does: 'answers',
        of: 'wei',
        text: '您好！保证金或持仓变动时，强平价会重新计算。您可以在持仓详情里看到算法。',
        thenCloses: true,
      },
    ],
  },
  {
    day: 4,
    hour: 0,
    lines: [
      { who: 'theo', does: 'credits the deposit', of: 'lena’s wire' },
      {
        who: 'lena',
        does: 'saves an address',
        network: 'ethereum',
        address: '0x00000000000000000000000000000000000d3a01',
        label: 'My wallet',
        as: 'lena’s wallet',
      },
      {
        who: 'lena',
        does: 'withdraws',
        currency: 'USDT',
        amount: '400',
        to: 'lena’s wallet',
        as: 'lena’s first withdrawal',
      },
      { who: 'ines', does: 'approves the withdrawal', of: 'lena’s first withdrawal' },
      { who: 'ines', does: 'pays the withdrawal', of: 'lena’s first withdrawal' },
    ],
  },
  {
    day: 5,
    hour: 0,
    lines: [
      { who: 'lena', does: 'applies for a loan', amount: '1500', days: 15, as: 'lena’s first loan' },
      { who: 'theo', does: 'approves the loan', of: 'lena’s first loan' },
      { who: 'wei', does: 'applies for a loan', amount: '4000', days: 30, as: 'wei’s loan' },
      { who: 'theo', does: 'approves the loan', of: 'wei’s loan' },
      { who: 'wei', does: 'invests', amount: '8000' },
    ],
  },
  {
    day: 6,
    hour: 0,
    lines: [
      { who: 'lena', does: 'writes', text: 'Hi, where can I see how an option was settled?' },
      {
        who: 'sam',
        does: 'answers',
        of: 'lena',
        text: 'Hi Lena! Open it in your history and tap Verify. Your device recomputes the outcome from the public price record.',
        thenCloses: true,
      },
      { who: 'lena', does: 'converts', from: 'USDT', to: 'SOL', amount: '1500' },
      { who: 'lena', does: 'invests', amount: '6000' },
    ],
  },
];

const weekTwo: readonly Scene[] = [
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

const weekThree: readonly Scene[] = [
  {
    day: 15,
    hour: 0,
    lines: [
      {
        who: 'sam',
        does: 'writes news',
        slug: 'recurring-purchases',
        texts: [
          {
            language: 'en',
            title: 'Buy a little every day',
            summary: 'A recurring purchase buys a coin for the same amount on a schedule that you choose.',
            body: 'You can now buy a coin for the same amount every day, week or month.\n\nOpen **Recurring purchases** in your account, choose a coin, an amount and a schedule. Each purchase is made at the first price after its time, for the usual fee, and you can check it like any other order.',
          },
          {
            language: 'zh',
            title: '每天买一点',
            summary: '定投按您选择的周期，以固定金额买入一种币。',
            body: '现在您可以每天、每周或每月以固定金额买入一种币。\n\n在账户中打开**定投**，选择币种、金额和周期。每次买入都按到点后的第一个价格成交，手续费与平时相同，并且可以像其他订单一样验证。',
          },
        ],
      },
      { who: 'ada', does: 'releases news', slug: 'recurring-purchases' },
      { who: 'lena', does: 'invests', amount: '7500' },
    ],
  },
  {
    day: 17,
    hour: 0,
    lines: [
      { who: 'lena', does: 'stakes', symbol: 'BTC/USDT', side: 'up', seconds: 30, stake: '100' },
      { who: 'lena', does: 'stakes', symbol: 'BTC/USDT', side: 'down', seconds: 30, stake: '75' },
      { who: 'wei', does: 'stakes', symbol: 'BTC/USDT', side: 'down', seconds: 30, stake: '120' },
      { who: 'mia', does: 'registers' },
      { who: 'mia', does: 'verifies' },
      { who: 'rosa', does: 'approves the documents', of: 'mia' },
      { who: 'mia', does: 'buys', symbol: 'BTC/USDT', quantity: '0.05' },
      { who: 'ben', does: 'registers' },
      { who: 'ben', does: 'verifies' },
      { who: 'rosa', does: 'approves the documents', of: 'ben' },
    ],
  },
  {
    day: 19,
    hour: 6,
    lines: [
      {
        who: 'lena',
        does: 'opens',
        product: 'contracts',
        symbol: 'BTC/USDT',
        side: 'long',
        quantity: '0.15',
        leverage: 5,
        takeProfit: '+22',
        stopLoss: '-16',
        as: 'lena’s bitcoin contract',
      },
      {
        who: 'lena',
        does: 'opens',
        product: 'contracts',
        symbol: 'SOL/USDT',
        side: 'short',
        quantity: '15',
        leverage: 2,
        takeProfit: '-32',
        stopLoss: '+40',
        as: 'lena’s solana short',
      },
      {
        who: 'wei',
        does: 'opens',
        product: 'contracts',
        symbol: 'ETH/USDT',
        side: 'short',
        quantity: '2',
        leverage: 5,
        takeProfit: '-24',
        stopLoss: '+17',
        as: 'wei’s ether short',
      },
      { who: 'lena', does: 'buys', symbol: 'ETH/USDT', quantity: '0.5', at: '-15' },
      { who: 'lena', does: 'sells', symbol: 'BTC/USDT', quantity: '0.05', at: '+20' },
      { who: 'lena', does: 'watches', symbol: 'BTC/USDT', price: '+15' },
      { who: 'lena', does: 'watches', symbol: 'ETH/USDT', price: '-15' },
      { who: 'lena', does: 'invests', amount: '9000' },
      { who: 'wei', does: 'invests', amount: '12000' },
    ],
  },
];

export const script: readonly Scene[] = [...weekOne, ...weekTwo, ...weekThree, ...thisMorning];
