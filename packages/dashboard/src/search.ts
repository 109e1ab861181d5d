/** Returns a function that keeps the named parameters of the URL, if they have text. */
export const readOptional =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { [Key in Name]?: string } => {
    const kept: { [Key in Name]?: string } = {};
    for (const name of names) {
      const value = search[name];
      if ((typeof value === 'string' && value !== '') || typeof value === 'number')
        kept[name] = String(value);
    }
    return kept;
  };

/** Returns the parameter if its value is one of the names, which the service knows. */
export const oneOf = <Name extends string, Key extends string>(
  name: Name,
  value: string | undefined,
  words: Readonly<Record<Key, string>>,
): { readonly [Property in Name]?: Key } =>
  value !== undefined && Object.hasOwn(words, value)
    ? ({ [name]: value } as { [Property in Name]: Key })
    : {};
