/**
 * Groups modules into files. By default, the bundler would create a file for every small module that two screens share, and a
 * screen would request dozens of files, which queue on a slow phone. Therefore one file contains the parts of the kit that most
 * screens use, one all icons, one the modules shared by screens with prices, and so on. Only modules shared by few screens keep
 * separate files.
 */
import type { CodeSplittingGroup } from 'rolldown';

type Modules = Parameters<Extract<CodeSplittingGroup['name'], (...given: never[]) => unknown>>[1];

/**
 * Each of these libraries is as large as a screen and is fetched on first use, so no shared file may contain a module that
 * imports one of them.
 */
const HEAVY = /\/@base-ui\/react\/(?:drawer|dialog|floating-ui-react)\/|\/(?:micromark|uqr)\//;
/** A module belongs to the kit if at least this many screens and sheets use it. */
const KIT_SHARE_COUNT = 5;

/**
 * What a logged-in customer's Home fetches besides the first file: the total, and the modules that Home shares with other
 * screens.
 */
const TOTAL = new RegExp(
  [
    /\/features\/home\/portfolio(?:-card)?\.tsx?$/,
    /\/positions\/(?:position-figures|terms|use-open-profit|use-positions|list\/(?:totals|use-totals))\.ts$/,
    /\/web\/src\/(?:lib\/(?:wallet-value|valuation)|live\/filters\/list-filter|parts\/amount-text|ui\/hero-size)\.tsx?$/,
    /\/domain\/src\/(?:ledger\/valuation|trading\/(?:contract|close-out|liquidation))\.ts$/,
    /\/@tanstack\/(?:query-core|react-query)\/|\/lucide-react\/.*\/icons\/eye(?:-off)?\.mjs$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

const heavy = new Map<string, boolean>();

function isHeavy(id: string, modules: Modules): boolean {
  const known = heavy.get(id);
  if (known !== undefined) return known;
  // A provisional value ends the recursion when modules import each other.
  heavy.set(id, false);
  const found =
    HEAVY.test(id) || (modules.getModuleInfo(id)?.importedIds ?? []).some((one) => isHeavy(one, modules));
  heavy.set(id, found);
  return found;
}

/**
 * Groups modules that match `test` and are used by at least `minShareCount` screens and sheets. A module that matches two
 * groups goes to the one with the higher priority.
 */
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
  { name: 'first', tags: ['$initial'], priority: 6 },
  { name: 'total', test: TOTAL, priority: 5.5 },
  { name: 'icons', test: /\/lucide-react\//, priority: 5 },
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
