import type { LanguageModel } from '../contracts/language-model.ts';
import type { History } from './history.ts';
import type { ModelSettings } from './reply.ts';

export interface Judgement {
  readonly edgeId: string;
  /** A statement about the conversation that may hold. */
  readonly text: string;
}

const instruction = [
  'You observe a phone conversation. Below it is a numbered list of statements.',
  'Answer with the number of the first statement that is true now, or with 0 if none is.',
  'Answer with the number alone.',
].join(' ');

/**
 * Asks a model which of the statements holds. Null where none does, where the model cannot tell, and where it fails: the flow then
 * takes its `else`. `onFailure` receives why it failed.
 */
export async function judge(
  questions: readonly Judgement[],
  history: History,
  model: LanguageModel,
  settings: ModelSettings,
  signal: AbortSignal,
  onFailure: (error: unknown) => void = () => {},
): Promise<string | null> {
  const spoken = history.entries.map(
    ({ role, content }) => `${role === 'user' ? 'Caller' : 'Agent'}: ${content}`,
  );
  const statements = questions.map(({ text }, index) => `${index + 1}. ${text}`);
  const content = `Conversation:\n${spoken.join('\n')}\n\nStatements:\n${statements.join('\n')}`;
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content },
  ] as const;
  let answer = '';
  try {
    const { timeoutMs } = settings;
    for await (const part of model.respond({ messages, temperature: 0, maxTokens: 50, timeoutMs, signal })) {
      if (part.type === 'text-delta') answer += part.text;
    }
  } catch (error) {
    onFailure(error);
    return null;
  }
  const number = /\d+/.exec(answer)?.[0];
  return number === undefined ? null : (questions[Number(number) - 1]?.edgeId ?? null);
}
