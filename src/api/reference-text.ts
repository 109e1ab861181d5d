/** "agents agent_1, agent_2 and 3 more"; `ids` are the first of `count`. Undefined where there is none. */
export function describeReferences(noun: string, count: number, ids: readonly string[]): string | undefined {
  if (count === 0) return undefined;
  const rest = count > ids.length ? ` and ${count - ids.length} more` : '';
  return `${noun}${count === 1 ? '' : 's'} ${ids.join(', ')}${rest}`;
}
