/** Returns how far `to` is ahead of `from`, modulo 2^16: -32768 to 32767. */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}

/** Returns how far `to` is ahead of `from`, modulo 2^32: -2^31 to 2^31 - 1. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0;
}
