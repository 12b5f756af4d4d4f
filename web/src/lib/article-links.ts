/** Returns the route for a link in an article; undefined for a link to the outside. */
export function routeOfLink(href: string): string | undefined {
  return href.startsWith('#/') ? href.slice(1) : undefined;
}
