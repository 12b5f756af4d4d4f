/** Changes a file of the server while it is loaded. The file on disk stays unchanged. */
import { registerHooks } from 'node:module';
import type { Planted } from './planted.ts';

export function plant({ file, from, to }: Pick<Planted, 'file' | 'from' | 'to'>): void {
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context);
      if (!url.endsWith(`/${file}`)) return loaded;
      const source = String(loaded.source);
      if (source.split(from).length !== 2)
        throw new Error(`expected "${from}" exactly once in ${file}, found it more or less often`);
      return { ...loaded, source: source.replace(from, () => to) };
    },
  });
}
