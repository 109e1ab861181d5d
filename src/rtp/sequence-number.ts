/** How far `to` lies ahead of `from` on the circle of 16 bits: -32768 to 32767. */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}

/** How far `to` lies ahead of `from` on the circle of 32 bits: -2^31 to 2^31 - 1. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0;
}
