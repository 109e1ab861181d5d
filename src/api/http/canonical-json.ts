/** A serialized JSON response, as it is sent and stored for replays. */
export interface JsonResponse {
  readonly status: number;
  readonly text: string;
}

/** Returns JSON with sorted member names, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
