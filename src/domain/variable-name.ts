/**
 * Returns a name in the form of column names, `[a-z][a-z0-9_]*`: `Appointment Date`, `appointmentDate` and `appointment-date` all become
 * `appointment_date`. Accents are removed. Empty if no letter or digit remains.
 */
export function columnName(text: string): string {
  const words = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^\d/.test(words) ? `column_${words}` : words;
}

/** Returns the value of this name, or of another spelling of the same column name; undefined if there is none. */
export function valueByName<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const column = columnName(name);
  const equivalent =
    column === '' ? undefined : Object.keys(values).find((key) => columnName(key) === column);
  return equivalent === undefined ? undefined : values[equivalent];
}
