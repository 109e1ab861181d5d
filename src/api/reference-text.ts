/** Returns a text such as "agents agent_1, agent_2 and 3 more"; `undefined` if `count` is 0. `ids` contains the first ids; `count` is their total number. */
export function describeReferences(noun: string, count: number, ids: readonly string[]): string | undefined {
  if (count === 0) return undefined;
  const remainder = count > ids.length ? ` and ${count - ids.length} more` : '';
  return `${noun}${count === 1 ? '' : 's'} ${ids.join(', ')}${remainder}`;
}
