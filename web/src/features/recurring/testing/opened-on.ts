/** What the tests of screens open a screen about one thing on. */
export const openedOn = {
  '/pages/me/recurringPlan': '?id=1001',
};
