/** What a call is for. `unspecified`: every rule binds it, whatever the rule is about. */
export const purposes = ['sales', 'service', 'reminder', 'collection', 'unspecified'] as const;

export type Purpose = (typeof purposes)[number];

/** What a rule can be about. */
export type RuledPurpose = Exclude<Purpose, 'unspecified'>;

/** `sales`: telemarketing and solicitation, as the law of the place defines it. */
export const salesOnly: readonly RuledPurpose[] = ['sales'];

/** For rules about how a call is made, and those whose scope is not certain. */
export const everyPurpose: readonly RuledPurpose[] = ['sales', 'service', 'reminder', 'collection'];

/** What a call is, as far as rules ask for it. */
export interface CallTerms {
  readonly purpose: Purpose;
  /** Whether the workspace attests that the person consented to such calls, by an artificial voice. */
  readonly consent: boolean;
}

/** The purpose of a batch or call, else that of its agent; configurations of earlier versions have none. */
export const purposeOf = (
  own: Purpose | null | undefined,
  agent: { readonly purpose?: Purpose | undefined },
): Purpose => own ?? agent.purpose ?? 'unspecified';
