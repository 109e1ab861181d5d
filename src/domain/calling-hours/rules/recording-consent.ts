import { parsePhoneNumber } from '../../../core/phone-numbers.ts';
import { regionOf } from '../area-codes.ts';
import type { CallingRule } from '../calling-rule.ts';
import { isSubjectToCallingHours } from '../check-calling-hours.ts';

/** A law that forbids a participant to record a telephone call unless the other participants consent or know of it. */
export interface RecordingRule extends Pick<CallingRule, 'citation' | 'confidence'> {
  readonly place: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** State. Defaults to the whole country. */
  readonly region?: string;
  /** `verbal`: a notice that precedes the recording is not enough. Defaults to `stay_on_line`. */
  readonly leastConsent?: 'verbal';
}

const state = (
  region: string,
  place: string,
  citation: string,
  confidence: CallingRule['confidence'] = 'medium',
  terms: Pick<RecordingRule, 'leastConsent'> = {},
): RecordingRule => ({ place, country: 'US', region, citation, confidence, ...terms });

/** Every rule; docs/calling-rule-sources.md lists them. */
export const recordingRules: readonly RecordingRule[] = [
  state('CA', 'California', 'Cal. Penal Code §§ 632, 632.7', 'high'),
  state('CT', 'Connecticut', 'Conn. Gen. Stat. § 52-570d', 'high', { leastConsent: 'verbal' }),
  state('DE', 'Delaware', '11 Del. C. § 1335(a)(4)', 'low'),
  state('FL', 'Florida', 'Fla. Stat. § 934.03(2)(d)'),
  state('IL', 'Illinois', '720 ILCS 5/14-2'),
  state('MD', 'Maryland', 'Md. Code, Cts. & Jud. Proc. § 10-402(c)(3)'),
  state('MA', 'Massachusetts', 'Mass. Gen. Laws ch. 272, § 99'),
  state('MI', 'Michigan', 'Mich. Comp. Laws § 750.539c', 'low'),
  state('MT', 'Montana', 'Mont. Code § 45-8-213(1)(c)'),
  state('NV', 'Nevada', 'Nev. Rev. Stat. § 200.620'),
  state('NH', 'New Hampshire', 'N.H. Rev. Stat. § 570-A:2'),
  state('PA', 'Pennsylvania', '18 Pa. C.S. §§ 5703, 5704(4)'),
  state('WA', 'Washington', 'Wash. Rev. Code § 9.73.030', 'medium', { leastConsent: 'verbal' }),
  {
    place: 'Australia',
    country: 'AU',
    citation: 'Telecommunications (Interception and Access) Act 1979, ss. 6, 7',
    confidence: 'medium',
  },
  {
    place: 'Canada',
    country: 'CA',
    citation: 'PIPEDA, S.C. 2000, c. 5, Schedule 1, 4.3',
    confidence: 'medium',
  },
  {
    place: 'Germany',
    country: 'DE',
    citation: 'Strafgesetzbuch, § 201',
    confidence: 'medium',
    leastConsent: 'verbal',
  },
  { place: 'France', country: 'FR', citation: 'Code pénal, art. 226-1', confidence: 'medium' },
  { place: 'Portugal', country: 'PT', citation: 'Código Penal, art. 199', confidence: 'medium' },
  { place: 'Switzerland', country: 'CH', citation: 'Strafgesetzbuch, Art. 179ter', confidence: 'high' },
];

/** Settings of an agent for its recordings. */
export interface RecordingSettings {
  readonly enabled: boolean;
  readonly consent: 'none' | 'stay_on_line' | 'verbal';
}

/**
 * Returns the rule of the place of a number in E.164 that recordings with these settings do not satisfy. Fictional numbers have
 * no rule.
 */
export function unmetRecordingRule(
  number: string,
  { enabled, consent }: RecordingSettings,
): RecordingRule | undefined {
  if (!enabled || consent === 'verbal') return undefined;
  const rule = recordingRuleOf(number);
  return consent === 'none' || rule?.leastConsent === 'verbal' ? rule : undefined;
}

/** Returns a sentence about the settings that satisfy the rules. `setConsent`: its first words. */
export function consentAdvice(rules: readonly RecordingRule[], setConsent: string): string {
  const needsAnswer = rules.some(({ leastConsent }) => leastConsent === 'verbal');
  return `${setConsent} to ${needsAnswer ? 'verbal' : 'verbal or stay_on_line'}, or recording.enabled to false.`;
}

function recordingRuleOf(number: string): RecordingRule | undefined {
  if (!isSubjectToCallingHours(number)) return undefined;
  const country = parsePhoneNumber(number)?.country;
  const numberRegion = regionOf(number);
  return recordingRules.find(
    (rule) => rule.country === country && (rule.region === undefined || rule.region === numberRegion),
  );
}
