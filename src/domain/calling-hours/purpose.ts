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

/**
 * Returns the purpose that is set for a batch or call, or else the purpose of its agent, or else `unspecified`. `agent` may be a stored
 * configuration without a purpose.
 */
export const purposeOf = (
  agent: { readonly purpose?: Purpose | undefined },
  ownPurpose?: Purpose | null,
): Purpose => ownPurpose ?? agent.purpose ?? 'unspecified';
