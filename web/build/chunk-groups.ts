/**
 * Which modules share a file. The bundler alone would give every small piece that two screens share a file of its own, and a
 * screen asks for dozens of them: on a slow phone each one waits its turn. So what most screens use of the kit comes in one file,
 * all icons in another, and only what few screens share stands alone.
 */
import type { CodeSplittingGroup } from 'rolldown';

type Modules = Parameters<Extract<CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

/** Weighs as much as a screen and is fetched when first needed, so nothing that is made of it may be in the kit. */
const HEAVY = /\/@base-ui\//;
/** A module that this many screens and sheets use is of the kit. */
const KIT_SHARE_COUNT = 6;

const heavy = new Map<string, boolean>();

function isHeavy(id: string, modules: Modules): boolean {
  const known = heavy.get(id);
  if (known !== undefined) return known;
  // Until it is known; modules may import each other.
  heavy.set(id, false);
  const found =
    HEAVY.test(id) || (modules.getModuleInfo(id)?.importedIds ?? []).some((one) => isHeavy(one, modules));
  heavy.set(id, found);
  return found;
}

export const CHUNK_GROUPS: CodeSplittingGroup[] = [
  // All that the first paint needs in one file.
  { name: 'first', tags: ['$initial'], priority: 3 },
  { name: 'icons', test: /\/lucide-react\//, priority: 2 },
  {
    name: (id, modules) => (isHeavy(id, modules) ? null : 'kit'),
    debugName: 'kit',
    test: /\/web\/src\/(?:ui|lib)\/|\/(?:protocol|domain)\/src\//,
    minShareCount: KIT_SHARE_COUNT,
    priority: 1,
  },
];
