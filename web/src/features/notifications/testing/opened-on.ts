/** What the tests of screens open a screen about one thing on. */
export const openedOn = {
  '/pages/news/msgdetail': '?id=1001',
};
