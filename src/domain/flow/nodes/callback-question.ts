import type { Language } from '../../languages/language.ts';
import type { NodeOf } from '../node.ts';

export type CallbackNode = NodeOf<'schedule_callback'>;

const timeoutSeconds = 6;

/** Returns the question of a callback node as an `ask` node. `reprompt`: the text of further attempts. */
export function callbackQuestion(
  { id, config }: CallbackNode,
  { sentences }: Pick<Language, 'sentences'>,
  reprompt?: string,
): NodeOf<'ask'> {
  const { retries } = config;
  const prompt = config.prompt === '' ? sentences.callback.question : config.prompt;
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
