import { hasHours, type CallingRule } from './calling-rule.ts';
import type { Purpose } from './purpose.ts';
import { nonSalesDefaultRule, otherCountryRules, defaultRule } from './rules/other-countries.ts';
import { europeanRules } from './rules/europe.ts';
import { northAmericanRules } from './rules/north-america.ts';

/** Every rule; docs/calling-rules.md lists them with their sources. */
export const callingRules: readonly CallingRule[] = [
  ...northAmericanRules,
  ...europeanRules,
  ...otherCountryRules,
  defaultRule,
  nonSalesDefaultRule,
];

/** The place of a person and the purpose of the call. */
export interface RuleQuery {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | undefined;
  /** State or province of that country, such as `FL`. */
  readonly region: string | undefined;
  readonly purpose: Purpose;
  /** Whether the person consented to such calls. */
  readonly consent: boolean;
}

/** Maximum number of cached queries: about 250 countries and 70 regions, by purpose and consent. */
const rulesCacheMax = 5_000;

const rulesCache = new Map<string, readonly CallingRule[]>();

/** Returns the rules of a country, and of a state or province in it, that apply to a call. Never empty. */
export function rulesFor(query: RuleQuery): readonly CallingRule[] {
  const { country, region, purpose, consent } = query;
  const key = `${country ?? ''}-${region ?? ''}-${purpose}-${consent}`;
  let rules = rulesCache.get(key);
  if (rules === undefined) {
    rules = findRules(query);
    if (rulesCache.size < rulesCacheMax) rulesCache.set(key, rules);
  }
  return rules;
}

function findRules({ country, region, purpose, consent }: RuleQuery): readonly CallingRule[] {
  const rules = callingRules.filter(
    (rule) =>
      country !== undefined &&
      rule.countries.includes(country) &&
      (rule.regions === undefined || (region !== undefined && rule.regions.includes(region))) &&
      (purpose === 'unspecified' || rule.purposes.includes(purpose)) &&
      !(consent && rule.liftedByConsent === true),
  );
  if (rules.some(hasHours)) return rules;
  return [...rules, purpose === 'sales' || purpose === 'unspecified' ? defaultRule : nonSalesDefaultRule];
}
