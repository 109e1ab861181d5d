/**
 * What may be said, as a small language of its own: words, one after another, one of several, perhaps, and again. A text
 * stands for its words.
 */
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
