import { describe, expect, it } from 'vitest';
import { FakeSpeechToText } from '../contracts/testing/fake-speech-to-text.ts';
import { FakeRealtimeModel } from '../contracts/testing/fake-realtime-model.ts';
import { FakeTextToSpeech } from '../contracts/testing/fake-text-to-speech.ts';
import { ManualClock } from '../core/manual-clock.ts';
import { AgentInput, patchAgent } from '../domain/agent.ts';
import { CallFlowInput, flowIn } from '../domain/flow/flow.ts';
import { conversationOnlyFlow } from './call-plan.ts';
import { providersFor, type ProviderDirectory } from './provider-directory.ts';

const recognisers: Record<string, FakeSpeechToText> = {
  english: new FakeSpeechToText(),
  german: new FakeSpeechToText({ capabilities: { languages: ['de'] } }),
  other: new FakeSpeechToText({ capabilities: { languages: ['en', 'de'] } }),
};

/** Returns the recognisers of an agent by name, in the order of their use. */
function recognisersOf(transcriber: AgentInput['transcriber']): string[] {
  const engine = new FakeTextToSpeech({ clock: new ManualClock() });
  let chain: readonly unknown[] = [];
  const directory: ProviderDirectory = {
    textToSpeech: () => engine,
    speechToText: (provider) => recognisers[provider],
    languageModel: () => undefined,
    fallbackRecogniser: (all) => {
      chain = all;
      return all[0];
    },
  };
  const agent = AgentInput.parse({ name: 'Ada', transcriber });
  const { recogniser } = providersFor(agent, directory, conversationOnlyFlow);
  const used = chain.length === 0 ? [recogniser] : chain;
  return used.map((one) => Object.keys(recognisers).find((name) => recognisers[name] === one)!);
}

describe('the recogniser of an agent', () => {
  it('is used alone if it has no fallback', () => {
    expect(recognisersOf({ provider: 'english' })).toEqual(['english']);
  });

  it('is followed by its fallbacks that support the language', () => {
    const fallback = [{ provider: 'german' }, { provider: 'other' }];
    expect(recognisersOf({ provider: 'english', fallback })).toEqual(['english', 'other']);
  });

  it('is replaced by its first fallback if it is not configured', () => {
    const fallback = [{ provider: 'missing' }, { provider: 'other' }, { provider: 'english' }];
    expect(recognisersOf({ provider: 'removed', fallback })).toEqual(['other', 'english']);
  });

  it('is required', () => {
    expect(() => recognisersOf({ provider: 'removed' })).toThrow('recogniser is not configured');
  });
});

describe('the voices of an agent', () => {
  it('are those of its language', () => {
    const engine = new FakeTextToSpeech({ clock: new ManualClock() });
    const directory: ProviderDirectory = {
      textToSpeech: () => engine,
      speechToText: () => recognisers['other'],
      languageModel: () => undefined,
      fallbackRecogniser: ([first]) => first,
    };
    const fallback = [{ provider: 'any', voiceId: { en: 'joe', de: 'eva' } }];
    const voice = { voiceId: { en: 'amy', de: 'thorsten' }, fallback };
    const voicesIn = (language: string) =>
      providersFor(
        patchAgent(AgentInput.parse({ name: 'Ada', voice }), { language }),
        directory,
        conversationOnlyFlow,
      ).voices.map(({ voiceId }) => voiceId);
    expect(voicesIn('en-GB')).toEqual(['amy', 'joe']);
    expect(voicesIn('de-AT')).toEqual(['thorsten', 'eva']);
  });
});

describe('a speech-to-speech model', () => {
  const clock = new ManualClock();
  const model = new FakeRealtimeModel({ clock });
  const directory: ProviderDirectory = {
    textToSpeech: () => new FakeTextToSpeech({ clock }),
    speechToText: () => recognisers['english'],
    languageModel: () => undefined,
    realtimeModel: (id) => (id === model.id ? model : undefined),
    fallbackRecogniser: ([first]) => first,
  };
  const agent = AgentInput.parse({ name: 'Ada', model: model.id });

  it('is enough for a conversation', () => {
    expect(providersFor(agent, directory, conversationOnlyFlow)).toMatchObject({
      models: [],
      realtimeModel: model,
    });
  });

  it('is not enough for a flow that needs text, and must be configured', () => {
    const flow = { ...conversationOnlyFlow, mode: 'flex' as const };
    expect(() => providersFor(agent, directory, flow)).toThrow('needs a language model');
    const question = { id: 'ask', type: 'ask', config: { prompt: 'Well?', variable: 'x', expect: 'yes_no' } };
    const asking = flowIn(CallFlowInput.parse({ name: 'Question', nodes: [question] }), 'en');
    const polish = AgentInput.parse({ name: 'Ada', model: model.id, language: 'pl-PL' });
    expect(() => providersFor(polish, directory, asking)).toThrow('needs a language model');
    expect(() => providersFor(agent, directory, asking)).not.toThrow();
    const other = AgentInput.parse({ name: 'Ada', model: 'xai/grok' });
    expect(() => providersFor(other, directory, conversationOnlyFlow)).toThrow('No language model');
  });
});
