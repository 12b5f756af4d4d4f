/** What the tests of screens open a screen about one thing on. */
export const openedOn = {
  '/open-location': '?latitude=51.5&longitude=-0.12',
};
