/** Returns a text such as "agents agent_1, agent_2 and 3 more"; `undefined` if `count` is 0. `ids` are the first of `count`. */
export function describeReferences(noun: string, count: number, ids: readonly string[]): string | undefined {
  if (count === 0) return undefined;
  const rest = count > ids.length ? ` and ${count - ids.length} more` : '';
  return `${noun}${count === 1 ? '' : 's'} ${ids.join(', ')}${rest}`;
}
