import { z } from 'zod';

/** Events are deleted after this time in any case. */
export const maxEventsDays = 30;
/** Calling rules count the calls of the last 30 days, so the number of a call is kept for longer. */
export const minCallDays = 31;

const maxDays = 3_650;

const days = (description: string, max = maxDays) =>
  z
    .int()
    .min(1)
    .max(max)
    .nullable()
    .meta({ description, examples: [Math.min(90, max)] });

/** How many days the records of a workspace are kept, by kind. */
export const Retention = z
  .strictObject({
    recordingsDays: days(
      'Days after the end of a call after which its recording and waveform are deleted. Null: kept.',
    ),
    transcriptsDays: days(
      'Days after the end of a call after which its transcript, timeline, SIP messages, analysis, variables and events are deleted. Null: kept.',
    ),
    messagesDays: days(
      'Days after the last change of a conversation after which the conversation is erased with its messages, and after the end of a batch of messages after which its rows are erased. Null: kept.',
    ),
    eventsDays: days(
      'Days after which events and their webhook deliveries are deleted. Null: 30 days.',
      maxEventsDays,
    ),
    dispositionsDays: days(
      'Days after the last change of a disposition after which its number and notes are erased. Null: kept.',
    ),
  })
  .meta({
    description:
      'How many days the records of the workspace are kept. What is active or still to be done is never deleted. A call is erased as a whole when its recording, its transcript and its disposition are past their days, and 31 days have passed. The rows of a batch of calls are erased as many days after its end.',
  });

export type Retention = z.output<typeof Retention>;

/**
 * Returns the days after which a call, or a row of a batch, is erased as a whole; null if a part of a call is kept.
 */
export function callDaysOf({ recordingsDays, transcriptsDays, dispositionsDays }: Retention): number | null {
  if (recordingsDays === null || transcriptsDays === null || dispositionsDays === null) return null;
  return Math.max(recordingsDays, transcriptsDays, dispositionsDays, minCallDays);
}
