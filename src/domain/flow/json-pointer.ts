/** Returns the value at a JSON pointer (RFC 6901) in a parsed JSON document; undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1).map(unescapeName);
  let value = document;
  for (const name of names) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

const unescapeName = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
