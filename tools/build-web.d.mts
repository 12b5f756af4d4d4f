/** Types of what TypeScript tools use from the plain JavaScript beside it. */
export const APP_NAMES: readonly string[];
export function ensureWebBuilt(): Promise<number>;
export function ensureBuilt(name: string): Promise<number>;
