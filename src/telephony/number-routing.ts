import { isE164, isFictionalNumber, parsePhoneNumber } from '../core/phone-numbers.ts';
import type { TrunkSettings } from './trunk.ts';

/** Returns the trunks for a call in the order to try them: by priority, healthy ones first. */
export function trunksFor(
  trunks: readonly TrunkSettings[],
  call: { readonly from: string; readonly to: string },
  isHealthy: (trunk: TrunkSettings) => boolean,
): TrunkSettings[] {
  const carries = isFictionalNumber(call.to) ? 'fictional' : 'real';
  return trunks
    .filter((trunk) => (trunk.carries ?? 'real') === carries && allowsCallerId(trunk, call.from))
    .sort((left, right) => rank(left, isHealthy) - rank(right, isHealthy));
}

function rank(trunk: TrunkSettings, isHealthy: (trunk: TrunkSettings) => boolean): number {
  return (trunk.priority ?? 0) + (isHealthy(trunk) ? 0 : 1e6);
}

function allowsCallerId({ callerIds }: TrunkSettings, from: string): boolean {
  return callerIds === undefined || callerIds.length === 0 || callerIds.includes(from);
}

/**
 * Returns the E.164 numbers that text from the network can mean, most likely first: unchanged, with the international
 * prefix 00 or 011, as a number of the trunk's country, or as E.164 without its plus sign.
 */
export function e164Candidates(text: string, country?: string): string[] {
  const plain = text.replace(/[\s().-]/g, '');
  if (!/^\+?\d{3,17}$/.test(plain)) return [];
  const spellings = [
    plain.startsWith('+') ? plain : undefined,
    plain.replace(/^(?:00|011)(?=[1-9])/, '+'),
    country === undefined ? undefined : parsePhoneNumber(plain, country)?.e164,
    `+${plain.replace(/^\+/, '')}`,
  ];
  return [...new Set(spellings.filter((spelling) => spelling !== undefined && isE164(spelling)))] as string[];
}

/** Returns the number in E.164 if possible, otherwise the text. */
export function toDisplayNumber(text: string, country?: string): string {
  return e164Candidates(text, country)[0] ?? text;
}
