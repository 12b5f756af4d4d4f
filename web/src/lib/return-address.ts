/** Where a page may lead back to. */

/** Only an address within this app is gone back to. */
export function safeReturn(back: string | undefined): string {
  return back !== undefined && /^\/(?!\/)/.test(back) ? back : '/';
}
