/** Collects the events of a stream or session. `until` returns the given event of a type, by default the first, and waits for it. */
export function observe<E extends { readonly type: string }>(source: {
  on(listener: (event: E) => void): unknown;
}) {
  const events: E[] = [];
  let wake = () => {};
  source.on((event) => {
    events.push(event);
    wake();
  });
  const until = async <T extends E['type']>(type: T, count = 1): Promise<Extract<E, { type: T }>> => {
    const found = () => events.filter((event): event is Extract<E, { type: T }> => event.type === type);
    while (found().length < count) await new Promise<void>((resolve) => (wake = resolve));
    return found()[count - 1]!;
  };
  return { events, until };
}
