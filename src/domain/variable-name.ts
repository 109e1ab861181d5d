/**
 * A name as columns of files are called, `[a-z][a-z0-9_]*`: `Appointment Date`, `appointmentDate` and `appointment-date` all become
 * `appointment_date`. Letters lose their accents; empty where nothing is left.
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

/** The value under this name, else under one that is spelled otherwise and means the same column; undefined where there is none. */
export function valueNamed<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const wanted = columnName(name);
  const alike = wanted === '' ? undefined : Object.keys(values).find((key) => columnName(key) === wanted);
  return alike === undefined ? undefined : values[alike];
}
