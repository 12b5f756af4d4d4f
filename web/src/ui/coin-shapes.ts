/** The icons of currencies and instruments: a background with white strokes on a 24-unit grid, or with the currency's sign. */
export type CoinShape = {
  readonly ground: string;
  readonly path?: string;
  readonly fill?: string;
  readonly sign?: string;
};

export const coinShapes: Readonly<Record<string, CoinShape>> = {
  BTC: {
    ground: '#d97706',
    path: 'M9.5 7v10M9.5 7h3.6a2.4 2.4 0 0 1 0 4.8H9.5m0 0h4a2.6 2.6 0 0 1 0 5.2h-4M11 5.4V7m2.4-1.6V7M11 17v1.6m2.4-1.6v1.6M8 7h1.5M8 17h1.5',
  },
  ETH: { ground: '#5566c4', fill: 'M12 4.8 16.6 12 12 14.7 7.4 12zM12 16l4.6-2.7L12 19.2l-4.6-5.9z' },
  USDT: { ground: '#13836a', path: 'M7.5 7.5h9M12 7.5v10M7 11.6c0 2.2 10 2.2 10 0s-10-2.2-10 0' },
  BNB: {
    ground: '#a97a00',
    fill: 'M12 5.6l2.1 2.1L12 9.8 9.9 7.7zM7.7 9.9l2.1 2.1-2.1 2.1L5.6 12zM16.3 9.9l2.1 2.1-2.1 2.1L14.2 12zM12 14.2l2.1 2.1L12 18.4l-2.1-2.1zM12 10.6l1.4 1.4-1.4 1.4-1.4-1.4z',
  },
  SOL: { ground: '#6d3bd1', fill: 'M8.6 7h9l-2.2 2.3h-9zM8.6 14.7h9L15.4 17h-9zM6.4 10.85h9l2.2 2.3h-9z' },
  XRP: {
    ground: '#39424f',
    path: 'M6.8 7.2 9.7 10.1a3.25 3.25 0 0 0 4.6 0l2.9-2.9M6.8 16.8l2.9-2.9a3.25 3.25 0 0 1 4.6 0l2.9 2.9',
  },
  ADA: {
    ground: '#1d4fb0',
    fill: 'M12 9.9a2.1 2.1 0 1 1 0 4.2 2.1 2.1 0 0 1 0-4.2zM12 5.4a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM12 16.2a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM6.9 8.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM17.1 8.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM6.9 13.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4zM17.1 13.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4z',
  },
  DOGE: { ground: '#8a7020', path: 'M9.2 7h2.6a5 5 0 0 1 0 10H9.2zM7.4 12h5' },
  LTC: { ground: '#4a6a9c', path: 'M11.4 6 9.2 17h6.4M7.8 13.4l5.4-2.4' },
  TRX: {
    ground: '#b8232f',
    path: 'M6.4 6.8 15.2 8.5l2.5 2.6-6.5 7.1zM6.4 6.8l5.5 4.7m0 0 3.3-3m-3.3 3-.7 6.7',
  },
  LINK: { ground: '#2b52c8', path: 'M12 6l5.2 3v6L12 18l-5.2-3V9z' },
  XAU: { ground: '#9a7411', fill: 'M8.6 8h6.8l2.6 8H6z' },
  XAG: { ground: '#65707f', fill: 'M8.6 8h6.8l2.6 8H6z' },
  USD: { ground: '#2f7a55', sign: '$' },
  EUR: { ground: '#26489c', sign: '€' },
  GBP: { ground: '#7a2f6b', sign: '£' },
  JPY: { ground: '#b0303a', sign: '¥' },
  AUD: { ground: '#1f6f8b', sign: 'A$' },
  CHF: { ground: '#b3362a', sign: 'Fr' },
  CAD: { ground: '#a63d2f', sign: 'C$' },
  NZD: { ground: '#2d5d6b', sign: 'N$' },
};
