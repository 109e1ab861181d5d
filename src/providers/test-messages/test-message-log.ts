import type { MessageChannel } from '../../contracts/message-carrier.ts';

/** A message that arrived at a simulated phone or mailbox. */
export interface ArrivedMessage {
  readonly channel: MessageChannel;
  /** Number (E.164) or email address of the simulated person. */
  readonly person: string;
  /** Parley's address, to which the person answers. */
  readonly peer: string;
  /** Empty for an SMS. */
  readonly subject: string;
  readonly text: string;
  /** The ids of the parts that the SMSC assigned; for an email its `Message-ID`, if it had one. */
  readonly externalIds: readonly string[];
}

/** An answer of a simulated person. */
export interface PersonMessage {
  /** The id of the message that it answers, as returned by `arrived`. */
  readonly answers: string;
  readonly text: string;
}

/** Stores what simulated people receive and send. */
export interface TestMessageLog {
  /** Returns the id of the stored message. */
  arrived(message: ArrivedMessage): Promise<string>;
  /** Stores an answer, before it is sent. */
  answered(message: PersonMessage): Promise<void>;
}
