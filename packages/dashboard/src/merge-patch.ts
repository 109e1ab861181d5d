export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether two JSON values are equal. The order of members does not matter. */
export function isEqual(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((value, index) => isEqual(value, right[index]));
  if (!isObject(left) || !isObject(right)) return Object.is(left, right);
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => isEqual(left[name], right[name]));
}

/** RFC 7396: returns the members of `next` that differ from `before`, and null for members that `next` lacks. */
export function mergePatchOf(before: JsonObject, next: JsonObject): Record<string, unknown> {
  const patch: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(next)])) {
    const [left, right] = [before[name], next[name]];
    if (isEqual(left, right)) continue;
    patch[name] = isObject(left) && isObject(right) ? mergePatchOf(left, right) : (right ?? null);
  }
  return patch;
}

/** RFC 7396: returns `target` with the changes of the patch. */
export function applyMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result: Record<string, unknown> = { ...target };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else
      result[name] = isObject(value)
        ? applyMergePatch(isObject(target[name]) ? target[name] : {}, value)
        : value;
  }
  return result;
}
