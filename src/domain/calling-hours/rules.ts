import type { CallingRule } from './calling-rule.ts';
import { australianRule, ownRule } from './rules/elsewhere.ts';
import { europeanRules } from './rules/europe.ts';
import { northAmericanRules } from './rules/north-america.ts';

/** Every rule; docs/calling-hours.md lists them with their sources. */
export const callingRules: readonly CallingRule[] = [
  ...northAmericanRules,
  ...europeanRules,
  australianRule,
  ownRule,
];

const ofPlaces = new Map<string, readonly CallingRule[]>();

/** The rules of a country (ISO 3166-1 alpha-2) and of a state or province in it; all of them bind. Never empty. */
export function rulesFor(country: string | undefined, region: string | undefined): readonly CallingRule[] {
  const place = `${country ?? ''}-${region ?? ''}`;
  let rules = ofPlaces.get(place);
  if (rules === undefined) {
    rules = findRules(country, region);
    // There are some 250 countries and 64 regions; what is none of them is not kept.
    if (ofPlaces.size < 1_000) ofPlaces.set(place, rules);
  }
  return rules;
}

function findRules(country: string | undefined, region: string | undefined): readonly CallingRule[] {
  const rules = callingRules.filter(
    (rule) =>
      country !== undefined &&
      rule.countries.includes(country) &&
      (rule.regions === undefined || (region !== undefined && rule.regions.includes(region))),
  );
  return rules.length === 0 ? [ownRule] : rules;
}
