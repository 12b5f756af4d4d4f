/** Types of compress-web.mjs, which plain Node runs before anything is installed. */
export function compressFolder(folder: string): Promise<void>;
