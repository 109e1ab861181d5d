import type { NodeOf } from '../node.ts';

export type CallbackNode = NodeOf<'schedule_callback'>;

const timeoutSeconds = 6;

/** Returns the question of a callback node as an `ask` node. `reprompt`: the text of further attempts. */
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
