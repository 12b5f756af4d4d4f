/** The addresses that a page may return to. */

/** Only an address within this app is accepted. */
export function safeReturn(back: string | undefined): string {
  return back !== undefined && /^\/(?!\/)/.test(back) ? back : '/';
}
