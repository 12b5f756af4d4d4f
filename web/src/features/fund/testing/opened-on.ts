/** What the tests of screens open a screen about one thing on. */
export const openedOn = {
  '/pages/arbitrage/detail': '?id=1001',
};
