import type { SpokenLanguage } from './language.ts';

const email = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const url =
  /(?<![\w@.-])(?:https?:\/\/[^\s<>"']{1,2000}|(?:[a-z0-9-]{1,63}\.){1,8}(?:com|org|net|io|ai|app|dev|gov|edu|info|eu|co\.uk|de|fr|es|it|nl|pt|at|ch|be)(?![\w-])(?:\/[^\s<>"']{0,2000})?)/gi;

/** Writes out email addresses and URLs: "anna at example dot com". The scheme, `www.` and the query of a URL are omitted. */
export function speakAddresses(text: string, language: SpokenLanguage): string {
  return text
    .replace(email, (address) => spell(address, language))
    .replace(url, (address) => {
      const [, punctuation = ''] = /([.,;:!?)\]]*)$/.exec(address) ?? [];
      const link = address.slice(0, address.length - punctuation.length);
      const shown = link
        .replace(/^https?:\/\//i, '')
        .replace(/^www\./i, '')
        .replace(/[?#].*$/, '')
        .replace(/\/$/, '');
      return spell(shown, language) + punctuation;
    });
}

function spell(address: string, { symbols }: SpokenLanguage): string {
  return address
    .replace(/[@./_+&%-]/g, (symbol) => ` ${symbols[symbol as keyof typeof symbols]} `)
    .replace(/\s+/g, ' ')
    .trim();
}
