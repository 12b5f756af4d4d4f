/** Article images as served: drawings that come with the software, and photos uploaded by operators. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(svg|jpg)$/;
const PATH = '/api/content/pictures/';

export type ServedPicture = {
  readonly type: 'image/svg+xml' | 'image/jpeg';
  readonly bytes: Buffer;
  /** Whether the name is the hash of the content. If so, the content at a URL never changes. */
  readonly isSame: boolean;
};

export function readDrawings(folder: string): ReadonlyMap<string, Buffer> {
  const at = join(folder, 'pictures');
  const files = existsSync(at) ? readdirSync(at).filter((file) => !file.startsWith('.')) : [];
  return new Map(
    files.map((file) => {
      const [, name, form] = NAME.exec(file) ?? [];
      if (name === undefined || form !== 'svg' || isPhoto(name))
        throw new Error(`content/pictures/${file}: invalid drawing name`);
      return [name, readFileSync(join(at, file))];
    }),
  );
}

export function pictureAddress(name: string | null): string | null {
  return name === null ? null : `${PATH}${name}.${isPhoto(name) ? 'jpg' : 'svg'}`;
}

/** Returns a function that finds the image with a file name; undefined if it does not exist or readers may not see it. */
export function servedPictures(
  drawings: ReadonlyMap<string, Buffer>,
  photos: {
    readonly find: (name: string) => Promise<Buffer | undefined>;
    readonly isShown: (name: string) => boolean;
  },
) {
  return async (file: string): Promise<ServedPicture | undefined> => {
    const [, name, form] = NAME.exec(file) ?? [];
    if (name === undefined || (form === 'jpg') !== isPhoto(name)) return undefined;
    const photo = () => (photos.isShown(name) ? photos.find(name) : undefined);
    const bytes = form === 'svg' ? drawings.get(name) : await photo();
    if (bytes === undefined) return undefined;
    return { type: form === 'svg' ? 'image/svg+xml' : 'image/jpeg', bytes, isSame: form === 'jpg' };
  };
}

function isPhoto(name: string): boolean {
  return name.startsWith('photo-');
}
