import type { NodeOf } from '../node.ts';

export type CallbackNode = NodeOf<'schedule_callback'>;

const timeoutSeconds = 6;

/** What a callback's node asks, as the question that it is. `reprompt`: what it says when it asks once more. */
export function callbackQuestion({ id, config }: CallbackNode, reprompt?: string): NodeOf<'ask'> {
  const { prompt, retries } = config;
  return {
    id,
    type: 'ask',
    config: {
      prompt,
      variable: 'callback',
      expect: 'date_time',
      choices: [],
      retries,
      timeoutSeconds,
      ...(reprompt === undefined ? {} : { reprompt }),
    },
  };
}
