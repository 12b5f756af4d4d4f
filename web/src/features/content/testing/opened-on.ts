/** The address parameters with which the screen tests open screens about a single item. */
export const openedOn = {
  '/pages/news/detail': '?id=fees',
};
