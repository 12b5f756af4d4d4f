/** The geometry of linked accounts: the customer on the left, what is shared in the middle, the others on the right. Pure. */

export type Linked = { readonly kind: string; readonly label: string; readonly customer: string };
export type Node = { readonly key: string; readonly x: number; readonly y: number };
export type Graph = {
  readonly height: number;
  readonly customer: Node;
  readonly shared: readonly (Node & Pick<Linked, 'kind' | 'label'>)[];
  readonly others: readonly (Node & Pick<Linked, 'customer'>)[];
  readonly lines: readonly { readonly key: string; readonly from: Node; readonly to: Node }[];
};

const ROW = 28;
const COLUMNS = [40, 300, 560] as const;

export function linkGraph(customer: string, links: readonly Linked[]): Graph {
  const keyOf = ({ kind, label }: Linked): string => `${kind} ${label}`;
  const sharedKeys = [...new Set(links.map(keyOf))];
  const otherKeys = [...new Set(links.map((link) => link.customer))];
  const height = ROW * (Math.max(sharedKeys.length, otherKeys.length, 1) + 1);
  const spread = (keys: readonly string[], x: number): ReadonlyMap<string, Node> =>
    new Map(keys.map((key, at) => [key, { key, x, y: (height * (at + 1)) / (keys.length + 1) }]));
  const middle = spread(sharedKeys, COLUMNS[1]);
  const right = spread(otherKeys, COLUMNS[2]);
  const own = { key: customer, x: COLUMNS[0], y: height / 2 };
  const shared = sharedKeys.flatMap((key) => {
    const [node, link] = [middle.get(key), links.find((one) => keyOf(one) === key)];
    return node === undefined || link === undefined ? [] : [{ ...node, kind: link.kind, label: link.label }];
  });
  const others = otherKeys.flatMap((key) => {
    const node = right.get(key);
    return node === undefined ? [] : [{ ...node, customer: key }];
  });
  const across = links.flatMap((link) => {
    const [from, to] = [middle.get(keyOf(link)), right.get(link.customer)];
    return from === undefined || to === undefined ? [] : [{ key: `${from.key} ${to.key}`, from, to }];
  });
  return {
    ...{ height, customer: own, shared, others },
    lines: [...shared.map((to) => ({ key: to.key, from: own, to })), ...across],
  };
}
