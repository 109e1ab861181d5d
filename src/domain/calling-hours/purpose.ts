/** The purpose of a call. With `unspecified`, every rule applies. */
export const purposes = ['sales', 'service', 'reminder', 'collection', 'unspecified'] as const;

export type Purpose = (typeof purposes)[number];

/** A purpose to which a rule can apply. */
export type RuledPurpose = Exclude<Purpose, 'unspecified'>;

/** `sales`: telemarketing and solicitation, as the law of the place defines it. */
export const salesOnly: readonly RuledPurpose[] = ['sales'];

/** For rules that apply to calls of any purpose, and rules with an uncertain scope. */
export const everyPurpose: readonly RuledPurpose[] = ['sales', 'service', 'reminder', 'collection'];

/** The properties of a call that select its calling rules. */
export interface CallTerms {
  readonly purpose: Purpose;
  /** Whether the workspace attests that the person consented to such calls, by an artificial voice. */
  readonly consent: boolean;
}

/** Returns the purpose of a batch or call, or else that of its agent, which a stored configuration may lack. */
export const purposeOf = (
  purpose: Purpose | null | undefined,
  agent: { readonly purpose?: Purpose | undefined },
): Purpose => purpose ?? agent.purpose ?? 'unspecified';
