/** The address parameters with which the screen tests open this feature's detail screens. */
export const openedOn = {
  '/pages/me/webhook': '?id=1001',
  '/pages/me/webhookChange': '?id=1001',
};
