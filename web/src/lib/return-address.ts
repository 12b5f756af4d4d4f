/** The check of the addresses to which a page may return. */

/** Accepts only an address within this app, and otherwise returns Home. */
export function safeReturn(back: string | undefined): string {
  return back !== undefined && /^\/(?!\/)/.test(back) ? back : '/';
}
