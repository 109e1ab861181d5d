/**
 * Returns a function that is created at its first call. The tables of a language cost time and memory, and most processes hear one or two languages.
 */
export function lazy<Arguments extends readonly unknown[], Result>(
  create: () => (...args: Arguments) => Result,
): (...args: Arguments) => Result {
  let created: ((...args: Arguments) => Result) | undefined;
  return (...args) => (created ??= create())(...args);
}
