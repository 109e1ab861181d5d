/** Numbers that reach the police, an ambulance or the fire brigade: 112 and 911 from mobile phones everywhere, the others in large countries. */
const emergencyNumbers: ReadonlySet<string> = new Set(
  '000 100 101 102 103 108 110 111 112 113 114 115 117 118 119 122 133 144 155 158 190 191 192 193 199 911 995 997 998 999 10111'.split(
    ' ',
  ),
);
/** Internationally known emergency numbers after a country code: `+1 911`. */
const withCountryCode = /^\+\d{1,3}(?:000|112|911|999)$/;

/** Returns whether a text that is not a valid phone number is an emergency number. */
export function isEmergencyNumber(text: string): boolean {
  const dialed = text.replaceAll(/[\s().\-/]/g, '');
  return emergencyNumbers.has(dialed.replace(/^\+/, '')) || withCountryCode.test(dialed);
}
