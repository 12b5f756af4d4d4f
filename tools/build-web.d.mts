/** Types of the plain JavaScript next to it, for TypeScript tools. */
export const APP_NAMES: readonly string[];
export function ensureWebBuilt(): Promise<number>;
export function ensureBuilt(name: string): Promise<number>;
