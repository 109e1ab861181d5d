import type { MessageBatch } from '@parley/sdk/client';
import { formatCount } from '../../format.ts';
import { text } from '../../text/index.ts';

const words = text.messageBatches.batch;

/** A message as one person receives it, and how many parts the SMS has. */
export const ComposedMessageText = ({
  message: { subject, message, segments, missingVariables, fault },
}: {
  readonly message: MessageBatch['firstMessages'][number];
}) => (
  <div className="min-w-0">
    {subject !== null && <p className="font-medium">{subject}</p>}
    <p className="max-w-prose break-words whitespace-pre-wrap">{message}</p>
    {segments !== null && <p className="text-xs text-faint">{words.segments(formatCount(segments))}</p>}
    {missingVariables.length > 0 && (
      <p className="text-xs text-bad">{words.missing(missingVariables.join(', '))}</p>
    )}
    {fault !== null && <p className="text-xs text-bad">{fault}</p>}
  </div>
);
