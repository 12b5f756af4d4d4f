/** The address parameters with which the screen tests open this feature's detail screens. */
export const openedOn = {
  '/open-location': '?latitude=51.5&longitude=-0.12',
};
