import { type Rule, type SpokenLanguage, rewritten } from '../../domain/languages/spoken-language.ts';
import { alternatives } from './rewrite.ts';

/** Titles of one letter, which also has other meanings unless a name follows: "size M." */
const shortTitle = /^\p{L}\.$/u;
const beforeName = /^\s(?:le |la )?\p{Lu}/u;

/** Rules for abbreviations such as "Dr." and "No. 5". */
export function abbreviationRules(language: SpokenLanguage): Rule[] {
  const { abbreviations, numberAbbreviations, symbols } = language;
  return [
    {
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d])(?:${alternatives(numberAbbreviations)})\s?(?=[\d${rewritten}])`,
        'giu',
      ),
      speak: () => `${symbols['#']} `,
    },
    {
      pattern: new RegExp(
        String.raw`(?<![\p{L}\d])(?:${alternatives(Object.keys(abbreviations))})(?![\p{L}\d])`,
        'giu',
      ),
      speak({ input, index, 0: abbreviation }) {
        const next = input.slice(index + abbreviation.length);
        if (shortTitle.test(abbreviation) && !beforeName.test(next)) return undefined;
        return abbreviations[abbreviation.toLowerCase()];
      },
    },
  ];
}

/** Rules for names that contain symbols. */
export const nameRules = ({ symbols, cardinal }: SpokenLanguage): Rule[] => [
  { pattern: /(?<!\p{L})C#(?!\p{L})/gu, speak: () => 'C sharp' },
  { pattern: /(?<!\p{L})C\+\+/gu, speak: () => `C ${symbols['+']} ${symbols['+']}` },
  { pattern: /(?<!\d)24\/7(?!\d)/g, speak: () => `${cardinal('24')} ${cardinal('7')}` },
];

/** Rules for symbols that voices read in different ways. */
export const symbolRules = ({ symbols }: SpokenLanguage): Rule[] => [
  { pattern: new RegExp(`#(?=[\\d${rewritten}])`, 'g'), speak: () => `${symbols['#']} ` },
  { pattern: /(?<=[\p{L}\d])&(?=[\p{L}\d])|(?<=\s)&(?=\s)/gu, speak: () => ` ${symbols['&']} ` },
  {
    pattern: new RegExp(`(?<=[\\d${rewritten}]\\s?)\\+(?=\\s?[\\d${rewritten}])`, 'g'),
    speak: () => ` ${symbols['+']} `,
  },
  { pattern: /[#*`|~_\\]/g, speak: () => '' },
];
