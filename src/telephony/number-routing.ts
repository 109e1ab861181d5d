import { isE164, isFictionalNumber, parsePhoneNumber } from '../core/phone-numbers.ts';
import type { TrunkSettings } from './trunk.ts';

/** The trunks that may carry a call, in the order to try them: by priority, the healthy before the others. */
export function trunksFor(
  trunks: readonly TrunkSettings[],
  call: { readonly from: string; readonly to: string },
  isHealthy: (trunk: TrunkSettings) => boolean,
): TrunkSettings[] {
  const wanted = isFictionalNumber(call.to) ? 'fictional' : 'real';
  return trunks
    .filter((trunk) => (trunk.carries ?? 'real') === wanted && mayShow(trunk, call.from))
    .sort((one, other) => rank(one, isHealthy) - rank(other, isHealthy));
}

function rank(trunk: TrunkSettings, isHealthy: (trunk: TrunkSettings) => boolean): number {
  return (trunk.priority ?? 0) + (isHealthy(trunk) ? 0 : 1e6);
}

function mayShow({ callerIds }: TrunkSettings, from: string): boolean {
  return callerIds === undefined || callerIds.length === 0 || callerIds.includes(from);
}

/**
 * What E.164 numbers a text of the network may mean, likeliest first: as it stands, with an international prefix of 00 or 011, as a
 * number of the trunk's country, or as E.164 that lost its plus sign.
 */
export function readNumber(text: string, country?: string): string[] {
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

/** The number in E.164 where the text can be read so, else the text. */
export function showNumber(text: string, country?: string): string {
  return readNumber(text, country)[0] ?? text;
}
