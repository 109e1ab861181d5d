/** ISO 3166-1 codes of the countries whose national numbers the service reads. */
const codes =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GF GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NZ OM PA PE PF PG PH PK PL PR PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WS XK YE YT ZA ZM ZW';

/** Returns all countries by name, those of the languages of the browser first. */
export function countryOptions(): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(navigator.language, { type: 'region' });
  const own = navigator.languages.map((tag) => new Intl.Locale(tag).region);
  const all = codes.split(' ').map((code) => [code, names.of(code) ?? code] as const);
  const rank = ([code]: readonly [string, string]) => (own.includes(code) ? 0 : 1);
  return all.sort((a, b) => rank(a) - rank(b) || a[1].localeCompare(b[1]));
}
