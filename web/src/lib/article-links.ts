/** The route that a link of an article means; undefined for one that leads out of the app. */
export function routeOfLink(href: string): string | undefined {
  return href.startsWith('#/') ? href.slice(1) : undefined;
}
