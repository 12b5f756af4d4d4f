/** The address parameters with which the screen tests open screens about a single item. */
export const openedOn = {
  '/pages/arbitrage/detail': '?id=1001',
};
