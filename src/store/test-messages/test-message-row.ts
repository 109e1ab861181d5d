/** A message that arrived at a simulated phone or mailbox, or the answer of the simulated person. */
export interface TestMessageRow {
  readonly id: number;
  /** The message that this one answers; null for a message that arrived. */
  readonly answers: number | null;
  readonly channel: 'sms' | 'email';
  /** Number (E.164) or email address of the simulated person. */
  readonly person: string;
  /** The service's address, to which the person answers. */
  readonly peer: string;
  /** Empty for an SMS and for answers. */
  readonly subject: string;
  readonly content: string;
  readonly carrier: string;
  /** The ids that the carrier assigned; empty for answers. */
  readonly externalIds: readonly string[];
  readonly createdAt: Date;
}

/** Columns of the table `test_messages`. */
export const testMessageColumns = `test_messages.id::float8 as id, test_messages.answers::float8 as answers,
  test_messages.channel, test_messages.person, test_messages.peer, test_messages.subject, test_messages.content,
  test_messages.carrier, test_messages.external_ids as "externalIds", test_messages.created_at as "createdAt"`;
