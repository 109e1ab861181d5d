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
