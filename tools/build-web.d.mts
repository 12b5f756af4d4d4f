/** Types of the one function that TypeScript tools use from the plain JavaScript beside it. */
export function ensureWebBuilt(): Promise<number>;
