/** The address parameters with which the screen tests open screens about a single item. */
export const openedOn = {
  '/pages/me/recurringPlan': '?id=1001',
};
