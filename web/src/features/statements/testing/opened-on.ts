/** The address parameters with which the screen tests open this feature's detail screens. */
export const openedOn = {
  '/pages/me/statement': '?period=2026-11',
};
