import { isDeepStrictEqual } from 'node:util';

/** One difference between two versions of a document. */
export interface VersionChange {
  /** `reorder`: the elements of a list have another order; `before` and `after` are their ids. */
  readonly op: 'add' | 'remove' | 'replace' | 'reorder';
  /** JSON pointer (RFC 6901) in the newer document; in the older one for `remove`. */
  readonly pointer: string;
  /** The id or name of the innermost list element that contains the change; undefined outside lists of named elements. */
  readonly element: string | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
}

interface Place {
  readonly pointer: string;
  readonly element: string | undefined;
}

type JsonObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const escapeName = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const inside = ({ pointer, element }: Place, name: string | number, id = element): Place => ({
  pointer: `${pointer}/${escapeName(String(name))}`,
  element: id,
});

/**
 * Returns the differences between two versions of a JSON document, in document order. Elements of a list are matched by their `id`, or else
 * by their `name`. A list without unique ids or names is replaced as a whole.
 */
export function* versionChanges(
  before: unknown,
  after: unknown,
  place: Place = { pointer: '', element: undefined },
): Generator<VersionChange> {
  if (isDeepStrictEqual(before, after)) return;
  if (isObject(before) && isObject(after)) yield* objectChanges(before, after, place);
  else if (Array.isArray(before) && Array.isArray(after)) yield* listChanges(before, after, place);
  else yield { op: 'replace', ...place, before, after };
}

function* objectChanges(before: JsonObject, after: JsonObject, place: Place): Generator<VersionChange> {
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = inside(place, name);
    if (!Object.hasOwn(before, name)) yield { op: 'add', ...at, after: after[name] };
    else if (!Object.hasOwn(after, name)) yield { op: 'remove', ...at, before: before[name] };
    else yield* versionChanges(before[name], after[name], at);
  }
}

function* listChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  place: Place,
): Generator<VersionChange> {
  const old = indexById(before);
  const current = indexById(after);
  if (old === undefined || current === undefined) {
    yield { op: 'replace', ...place, before, after };
    return;
  }
  for (const [id, index] of old)
    if (!current.has(id)) yield { op: 'remove', ...inside(place, index, id), before: before[index] };
  for (const [id, index] of current) {
    const at = inside(place, index, id);
    const oldIndex = old.get(id);
    if (oldIndex === undefined) yield { op: 'add', ...at, after: after[index] };
    else yield* versionChanges(before[oldIndex], after[index], at);
  }
  const oldOrder = [...old.keys()].filter((id) => current.has(id));
  const order = [...current.keys()].filter((id) => old.has(id));
  if (!isDeepStrictEqual(oldOrder, order))
    yield { op: 'reorder', ...place, before: [...old.keys()], after: [...current.keys()] };
}

/** Returns the index of each element by its id or name; undefined if an element has none, or two have the same. */
function indexById(list: readonly unknown[]): ReadonlyMap<string, number> | undefined {
  const indexes = new Map<string, number>();
  for (const [index, element] of list.entries()) {
    const id = isObject(element) ? (element['id'] ?? element['name']) : undefined;
    if (typeof id !== 'string' || indexes.has(id)) return undefined;
    indexes.set(id, index);
  }
  return indexes;
}
