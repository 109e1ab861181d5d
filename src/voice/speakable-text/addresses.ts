import type { Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';

const email = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const url =
  /(?<![\w@.-])(?:https?:\/\/[^\s<>"']{1,2000}|(?:[a-z0-9-]{1,63}\.){1,8}(?:co\.uk|com\.(?:br|mx|ar|co)|com|org|net|io|ai|app|dev|gov|edu|info|eu|de|fr|es|it|nl|pt|at|ch|be)(?![\w-])(?:\/[^\s<>"']{0,2000})?)/gi;
const trailingPunctuation = /[.,;:!?)\]]*$/;

/** Removes the scheme of URLs, which every voice would spell. */
export const schemeRule: Rule = { pattern: /(?<![\w@.-])https?:\/\/(?=\w)/gi, speak: () => '' };

/** Rules for email addresses and URLs: "anna at example dot com". The scheme, `www.` and the query of a URL are omitted. */
export const addressRules = (language: SpokenLanguage): Rule[] => [
  { pattern: email, speak: ([address]) => spell(address, language) },
  {
    pattern: url,
    speak: ([address]) => {
      const [punctuation = ''] = trailingPunctuation.exec(address) ?? [];
      const shown = address
        .slice(0, address.length - punctuation.length)
        .replace(/^https?:\/\//i, '')
        .replace(/^www\./i, '')
        .replace(/[?#].*$/, '')
        .replace(/\/$/, '');
      return spell(shown, language) + punctuation;
    },
  },
];

/** Numbers of three and more digits are spelled, others are spoken as numbers. */
function spell(address: string, language: SpokenLanguage): string {
  const { symbols, cardinal } = language;
  return address
    .replace(/[@./_+&%-]/g, (symbol) => ` ${symbols[symbol as keyof typeof symbols]} `)
    .replace(/\d+/g, (digits) => {
      const isNumber = digits.length < 3 && !digits.startsWith('0');
      return ` ${isNumber ? cardinal(digits) : [...digits].map((digit) => cardinal(digit)).join(' ')} `;
    })
    .replace(/\s+/g, ' ')
    .trim();
}
