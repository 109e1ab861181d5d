/** What somebody does who is called; the last digit of the number tells. */
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
