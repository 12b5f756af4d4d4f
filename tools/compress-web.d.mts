/** Types of compress-web.mjs, which plain Node runs before any package is installed. */
export function compressFolder(folder: string): Promise<void>;
