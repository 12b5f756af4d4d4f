/** The address parameters with which the screen tests open this feature's detail screens. */
export const openedOn = {
  '/pages/me/apiKey': '?id=1001',
};
