/** Behaviours of a called phone. The last digit of the number is the index in this list. */
export const phoneBehaviours = [
  'answers',
  'answers',
  'busy',
  'declines',
  'unknown',
  'unavailable',
  'rings-out',
  'vanishes',
  'slow',
  'drops-packets',
] as const;

export type PhoneBehaviour = (typeof phoneBehaviours)[number];

export const behaviourOf = (number: string): PhoneBehaviour => phoneBehaviours[Number(number.at(-1))]!;
