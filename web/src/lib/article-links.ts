/** Returns the route for a link in an article, or undefined for a link to a page outside the app. */
export function routeOfLink(href: string): string | undefined {
  return href.startsWith('#/') ? href.slice(1) : undefined;
}
