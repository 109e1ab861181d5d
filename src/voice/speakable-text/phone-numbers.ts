import type { Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';
import { speakDigits } from './codes.ts';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const international = String.raw`\+\d[\d\s().-]{6,24}\d`;
/** An area code with 0, with or without parentheses, and one to four groups. */
const national = String.raw`(?:\(0\d{1,4}\) ?\d{2,9}|0\d{1,4}(?:(?: ?[/–-] ?|[ .])\d{2,9}))(?:[ .-]\d{2,6}){0,4}`;
const minNationalDigits = 7;
const maxNationalDigits = 13;

/** A rule that speaks telephone numbers digit by digit, with a pause between their groups. */
export function phoneRules(language: SpokenLanguage): Rule[] {
  const formats = [international, ...language.phonePatterns, national].join('|');
  return [
    {
      pattern: new RegExp(String.raw`(?<![\p{L}\d.,+/-]|\d )(?:${formats})(?![\p{L}\d]|[.,/-]\d)`, 'gu'),
      speak: ([number]) => {
        const isInternational = number.startsWith('+');
        const shown = isInternational
          ? (parsePhoneNumberFromString(number)?.formatInternational() ?? number)
          : number;
        const groups = shown.match(/\d+/g)!;
        const digitCount = groups.join('').length;
        if (/^\(?0/.test(number) && (digitCount < minNationalDigits || digitCount > maxNationalDigits))
          return undefined;
        const spoken = language.phoneGroups?.(groups) ?? groups.map((group) => speakDigits(group, language));
        return `${isInternational ? `${language.symbols['+']} ` : ''}${spoken.join(', ')}`;
      },
    },
  ];
}
