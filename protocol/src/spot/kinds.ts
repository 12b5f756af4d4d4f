/** The kinds of spot orders as a plain list, so that a browser can offer them as choices without the schemas. */

export const orderKinds = ['market', 'limit', 'stop', 'stop_limit', 'oco', 'convert'] as const;
