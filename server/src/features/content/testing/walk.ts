/** A successful example of each call of news and help that needs a customer. */
export function waysOf() {
  return {
    'GET agreements': {},
    'POST agreements/consent': { id: 'terms', version: 0 },
  };
}
