/** What `web/build/world-outline.ts` makes while bundling. */
declare module 'virtual:world-outline' {
  const outline: { readonly land: string; readonly borders: string };
  export default outline;
}
