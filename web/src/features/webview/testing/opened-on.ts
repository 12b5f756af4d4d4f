/** The address parameters with which the screen tests open screens about a single item. */
export const openedOn = {
  '/pages/webview/index': '?url=https://not-listed.example/',
};
