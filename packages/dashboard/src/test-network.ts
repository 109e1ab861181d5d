import { api } from './api.ts';
import { text } from './text/index.ts';

/** Simulated people of the test network, by the last digits of their number. */
export const personas: readonly (readonly [ending: string, label: string])[] = Object.entries(
  text.home.firstCall.personas,
);

export const personaNumber = (ending: string): string => `+12025550${ending}`;

/** Returns a number of the workspace that no agent has, and adds one of the fictional range if there is none. */
export async function provideFreeNumber(): Promise<string> {
  const { data } = await api.listNumbers();
  const free = data.numbers.find(({ agentId, status }) => agentId === null && status === 'active');
  if (free !== undefined) return free.phoneNumber;
  const owned = new Set(data.numbers.map((number) => number.phoneNumber));
  const candidates = Array.from({ length: 79 }, (_, index) => `+12025550${index + 120}`);
  const phoneNumber = candidates.find((candidate) => !owned.has(candidate)) ?? candidates[0]!;
  await api.createNumber({ body: { phoneNumber } });
  return phoneNumber;
}
