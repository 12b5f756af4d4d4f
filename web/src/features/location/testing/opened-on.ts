/** The address parameters with which the screen tests open screens about a single item. */
export const openedOn = {
  '/open-location': '?latitude=51.5&longitude=-0.12',
};
