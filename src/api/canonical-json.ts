/** A JSON answer as it goes out, and as it is kept for replays. */
export interface JsonResponse {
  readonly status: number;
  readonly text: string;
}

/** The same value, whatever the order of names: two bodies that mean the same spell the same. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    const entries = Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1));
    return Object.fromEntries(entries);
  });
}
