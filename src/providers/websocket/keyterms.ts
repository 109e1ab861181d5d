/** What a vendor accepts as keyterms. Undefined: no limit. A larger list is rejected, or ends the stream later. */
export interface KeytermLimits {
  readonly maxTerms?: number;
  /** Characters of one term. */
  readonly maxCharacters?: number;
  /** Words of one term. */
  readonly maxWords?: number;
  /** Characters of all terms. */
  readonly maxTotalCharacters?: number;
  /** Tokens of all terms. */
  readonly maxTotalTokens?: number;
}

/** Characters per token, fewer than tokenisers have in English, since names have more tokens. */
const charactersPerToken = 3;

/** Divides keyterms into those that a vendor accepts, the first ones, and the others. */
export function divideKeyterms(
  keyterms: readonly string[],
  limits: KeytermLimits,
): { readonly used: readonly string[]; readonly unused: readonly string[] } {
  const { maxTerms, maxCharacters, maxWords, maxTotalCharacters, maxTotalTokens } = limits;
  const used: string[] = [];
  const unused: string[] = [];
  let totalCharacters = 0;
  let totalTokens = 0;
  for (const term of keyterms) {
    const words = term.trim().split(/\s+/);
    const tokens = words.reduce((sum, word) => sum + Math.ceil(word.length / charactersPerToken), 0);
    const fits = [
      [used.length + 1, maxTerms],
      [term.length, maxCharacters],
      [words.length, maxWords],
      [totalCharacters + term.length, maxTotalCharacters],
      [totalTokens + tokens, maxTotalTokens],
    ].every(([amount = 0, max = Infinity]) => amount <= max);
    (fits ? used : unused).push(term);
    if (!fits) continue;
    totalCharacters += term.length;
    totalTokens += tokens;
  }
  return { used, unused };
}
