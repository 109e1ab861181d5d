/** How the called phone behaves. The last digit of the number is the index in this list. */
export const manners = [
  'answers',
  'answers',
  'busy',
  'declines',
  'unknown',
  'unavailable',
  'rings-out',
  'vanishes',
  'slow',
  'loses',
] as const;

export type Manner = (typeof manners)[number];

export const mannerOf = (number: string): Manner => manners[Number(number.at(-1))]!;
