/** The route for a link in an article; undefined if the link leaves the app. */
export function routeOfLink(href: string): string | undefined {
  return href.startsWith('#/') ? href.slice(1) : undefined;
}
