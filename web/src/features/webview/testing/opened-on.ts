/** What the tests of screens open a screen about one thing on. */
export const openedOn = {
  '/pages/webview/index': '?url=https://not-listed.example/',
};
