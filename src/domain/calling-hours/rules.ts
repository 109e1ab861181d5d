import { hasHours, weekHours, type CallingRule } from './calling-rule.ts';
import { everyPurpose, salesOnly, type Purpose } from './purpose.ts';
import { otherCountryRules } from './rules/other-countries.ts';
import { europeanRules } from './rules/europe.ts';
import { northAmericanRules } from './rules/north-america.ts';

const defaultsVersion = '2026-11-22';

/** Applies to sales calls, and to calls with an unspecified purpose, if no other rule has hours. */
const salesDefaultRule: CallingRule = {
  id: 'parley-default',
  citation: "Parley's own hours; no rule has been looked up for this place",
  version: defaultsVersion,
  basis: 'own',
  confidence: 'low',
  purposes: salesOnly,
  countries: [],
  week: weekHours('09:00-20:00', '09:00-20:00', 'none'),
};

/** Applies to calls with another purpose if no other rule has hours. */
const nonSalesDefaultRule: CallingRule = {
  id: 'parley-courtesy',
  citation: "Parley's own hours for calls that are not sales",
  version: defaultsVersion,
  basis: 'own',
  confidence: 'low',
  purposes: everyPurpose.filter((purpose) => purpose !== 'sales'),
  countries: [],
  week: weekHours('08:00-21:00'),
};

/** Every rule; docs/calling-rules.md lists them with their sources. */
export const callingRules: readonly CallingRule[] = [
  ...northAmericanRules,
  ...europeanRules,
  ...otherCountryRules,
  salesDefaultRule,
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
const maxCachedRules = 5_000;

const rulesCache = new Map<string, readonly CallingRule[]>();

/** Returns the rules of a country, and of a state or province in it, that apply to a call. Never empty. */
export function rulesFor(query: RuleQuery): readonly CallingRule[] {
  const { country, region, purpose, consent } = query;
  const key = `${country ?? ''}-${region ?? ''}-${purpose}-${consent}`;
  let rules = rulesCache.get(key);
  if (rules === undefined) {
    rules = findRules(query);
    if (rulesCache.size < maxCachedRules) rulesCache.set(key, rules);
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
  const isSales = purpose === 'sales' || purpose === 'unspecified';
  return [...rules, isSales ? salesDefaultRule : nonSalesDefaultRule];
}
