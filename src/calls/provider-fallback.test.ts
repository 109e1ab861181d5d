import { describe, expect, it } from 'vitest';
import { answeredCall, modelReplying } from '../../test/support/test-call.ts';
import { ProviderError } from '../contracts/provider-error.ts';
import type { Clock } from '../core/clock.ts';
import { AgentInput } from '../domain/agent.ts';
import { conversationOnlyFlow } from './call-plan.ts';

const agent = AgentInput.parse({
  name: 'Ada',
  model: 'test/model',
  firstMessage: 'Hello.',
  voicemail: { detection: 'off' },
});

const spare = (clock: Clock, ...texts: (string | null)[]) => ({
  ...modelReplying(clock, 100, ...texts),
  id: 'test/spare',
});

describe('the timeline of a call', () => {
  it('has one entry when another model replies, until the first model replies again', async () => {
    const call = await answeredCall({
      agent,
      flow: conversationOnlyFlow,
      models: (clock) => [
        modelReplying(clock, 100, null, null, 'Three.', null),
        spare(clock, 'One.', 'Two.', 'Four.'),
      ],
    });
    await call.clock.advance(2_000);
    const counts = [];
    for (let turn = 0; turn < 4; turn++) {
      call.caller.say('how are you');
      await call.clock.advance(5_000);
      counts.push(call.eventsOf('provider_fallback').length);
    }
    expect(call.said().filter((text) => text.startsWith('agent'))).toEqual([
      'agent: Hello.',
      'agent: One.',
      'agent: Two.',
      'agent: Three.',
      'agent: Four.',
    ]);
    expect(counts).toEqual([1, 1, 1, 2]);
    const entry = { kind: 'model', from: 'test/model', to: 'test/spare', detail: 'down' };
    expect(call.eventsOf('provider_fallback')).toEqual([entry, entry]);
    expect(call.eventsOf('model_failed')).toEqual([]);
  });

  it('has an entry when another voice speaks', async () => {
    const call = await answeredCall({ fallbackVoiceId: 'hum' });
    await call.clock.advance(3_000);
    for (let failures = 0; failures < 2; failures++) call.engine.failNext();
    call.caller.say('yes');
    await call.clock.advance(5_000);
    const detail = 'Speech synthesis failed.';
    expect(call.eventsOf('provider_fallback')).toEqual([
      { kind: 'voice', from: 'fake/tone', to: 'fake/hum', detail },
    ]);
    expect(call.records.ends).toMatchObject([{ endReason: 'agent_hangup' }]);
  });

  it('has an entry when another recogniser continues', async () => {
    const call = await answeredCall();
    await call.clock.advance(1_000);
    const names = { from: 'deepgram/nova-3', to: 'builtin/en-us' };
    call.recogniser.latest.fail(new ProviderError('Deepgram rejected the API key (401).'), true, names);
    expect(call.eventsOf('provider_fallback')).toEqual([
      { kind: 'recogniser', ...names, detail: 'Deepgram rejected the API key (401).' },
    ]);
    call.recogniser.latest.fail(new Error('key sk-1'), true, names);
    expect(call.eventsOf('provider_fallback').at(-1)).toMatchObject({ detail: 'Speech recognition failed.' });
  });
});
