/** A grammar expression: words, sequences, alternatives, options and repetitions. A string is the sequence of its words. */
export type Grammar =
  | string
  | { readonly type: 'sequence'; readonly parts: readonly Grammar[] }
  | { readonly type: 'choice'; readonly options: readonly Grammar[] }
  | { readonly type: 'optional'; readonly body: Grammar }
  | { readonly type: 'repeated'; readonly body: Grammar };

export const sequence = (...parts: readonly Grammar[]): Grammar => ({ type: 'sequence', parts });
export const choice = (...options: readonly Grammar[]): Grammar => ({ type: 'choice', options });
export const optional = (body: Grammar): Grammar => ({ type: 'optional', body });
/** Once or more. */
export const repeated = (body: Grammar): Grammar => ({ type: 'repeated', body });

/** Returns the words of a text, which are separated by white space. */
export const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** Returns all words of a grammar. */
export function wordsOf(grammar: Grammar): Set<string> {
  if (typeof grammar === 'string') return new Set(wordsIn(grammar));
  const parts =
    grammar.type === 'sequence'
      ? grammar.parts
      : grammar.type === 'choice'
        ? grammar.options
        : [grammar.body];
  return new Set(parts.flatMap((part) => [...wordsOf(part)]));
}
