/**
 * Which modules share a file. The bundler alone would give every small piece that two screens share a file of its own, and a
 * screen asks for dozens of them: on a slow phone each one waits its turn. So what most screens use of the kit comes in one file,
 * all icons in another, what screens with prices share in a third, and so on; only what few screens share stands alone.
 */
import type { CodeSplittingGroup } from 'rolldown';

type Modules = Parameters<Extract<CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

/** Weighs as much as a screen and is fetched when first needed, so nothing that is made of it may be in a shared file. */
const HEAVY = /\/@base-ui\/react\/(?:drawer|dialog|floating-ui-react)\/|\/(?:micromark|uqr)\//;
/** A module that this many screens and sheets use is of the kit. */
const KIT_SHARE_COUNT = 5;

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

/** What fits `test` and is used by at least so many screens and sheets; of a module that fits two groups, the higher one has it. */
function sharedFile(name: string, test: RegExp, priority: number, minShareCount = 2): CodeSplittingGroup {
  return {
    name: (id, modules) => (isHeavy(id, modules) ? null : name),
    debugName: name,
    test,
    priority,
    minShareCount,
  };
}

export const CHUNK_GROUPS: CodeSplittingGroup[] = [
  // All that the first paint needs in one file.
  { name: 'first', tags: ['$initial'], priority: 6 },
  { name: 'icons', test: /\/lucide-react\//, priority: 5 },
  // What the kit's tabs, choices, sliders and fields are made of.
  sharedFile('controls', /\/@base-ui\//, 4),
  sharedFile('kit', /\/web\/src\/(?:ui|parts|lib)\/|\/(?:protocol|domain)\/src\//, 4, KIT_SHARE_COUNT),
  sharedFile(
    'live',
    /\/web\/src\/(?:live\/[^/]+|proof\/verify-button\.tsx|ui\/columns\.tsx|parts\/unanswered-notice\.tsx)$/,
    3,
  ),
  sharedFile('chart', /\/web\/src\/(?:live\/(?:chart|alerts)|positions\/lines)\//, 2),
  sharedFile('spot', /\/web\/src\/features\/spot\//, 1),
  sharedFile('positions', /\/web\/src\/positions\//, 1),
];
