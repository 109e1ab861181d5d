import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AgentInput, AgentOverrides, AgentPatch, patchAgent } from './agent.ts';

const full = AgentInput.parse({ name: 'Reminder' });

const issuePaths = (value: unknown): string[] => {
  const parsed = AgentInput.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map((issue) => issue.path.join('.'));
};

describe('AgentInput', () => {
  it('requires only a name and fills in every default', () => {
    expect(full).toMatchObject({
      type: 'voice',
      model: 'builtin/flow',
      modelSettings: { temperature: 0.4, maxTokens: 250, timeoutMs: 4000, fallbackModels: [] },
      voice: { provider: 'builtin', voiceId: 'rms', speed: 1, volume: 1, fallback: [] },
      turn: { endpointing: 'semantic', minSilenceMs: 200, maxSilenceMs: 800 },
      interruption: { enabled: true, minSpeechMs: 200, minWords: 0, ignorePhrases: [], firstMessage: true },
      voicemail: { detection: 'model', action: 'hangup' },
      limits: {
        maxDurationSeconds: 3600,
        ringTimeoutSeconds: 30,
        silenceReminderSeconds: 10,
        maxReminders: 1,
        endAfterSilenceSeconds: 60,
      },
      recording: { enabled: true, consent: 'none' },
      language: 'en-US',
      timezone: null,
      phoneNumber: null,
      flowId: null,
      status: 'active',
    });
  });

  it('fills in the missing fields of a partial nested object', () => {
    expect(AgentInput.parse({ name: 'A', voice: { voiceId: 'slt' } }).voice).toMatchObject({
      provider: 'builtin',
      voiceId: 'slt',
      speed: 1,
    });
  });

  it.each([
    ['an empty name', 'name', { name: '' }],
    ['a name of 81 characters', 'name', { name: 'x'.repeat(81) }],
    ['a model without provider', 'model', { name: 'A', model: 'gpt' }],
    ['a voice that is too fast', 'voice.speed', { name: 'A', voice: { speed: 2.1 } }],
    [
      'a maximum duration that is too short',
      'limits.maxDurationSeconds',
      { name: 'A', limits: { maxDurationSeconds: 9 } },
    ],
    [
      'a maximum duration that is too long',
      'limits.maxDurationSeconds',
      { name: 'A', limits: { maxDurationSeconds: 43_201 } },
    ],
    [
      'a ring timeout that is too long',
      'limits.ringTimeoutSeconds',
      { name: 'A', limits: { ringTimeoutSeconds: 301 } },
    ],
    ['too few tokens', 'modelSettings.maxTokens', { name: 'A', modelSettings: { maxTokens: 49 } }],
    ['an unknown zone', 'timezone', { name: 'A', timezone: 'Mars/Base' }],
    ['a national number', 'phoneNumber', { name: 'A', phoneNumber: '0301234' }],
    ['metadata over 16 KiB', 'metadata', { name: 'A', metadata: { text: 'x'.repeat(16_400) } }],
    [
      'an enum without choices',
      'analysis.fields.0',
      {
        name: 'A',
        analysis: { fields: [{ name: 'mood', type: 'enum' }] },
      },
    ],
    ['a minimum silence above the maximum', 'turn', { name: 'A', turn: { minSilenceMs: 900 } }],
  ])('rejects %s', (_name, path, value) => {
    expect(issuePaths(value)).toContain(path);
  });

  it('reports every unknown field at every depth at once', () => {
    const parsed = AgentInput.safeParse({ name: 'A', persona: 'x', voice: { sped: 1 } });
    expect(parsed.error?.issues.map((issue) => issue.code)).toEqual([
      'unrecognized_keys',
      'unrecognized_keys',
    ]);
  });
});

describe('AgentPatch', () => {
  const patched = (patch: unknown) => patchAgent(full, AgentPatch.parse(patch));

  it('keeps fields that it omits', () => {
    const once = patchAgent(full, AgentPatch.parse({ voice: { speed: 1.5 }, language: 'en-GB' }));
    expect(patchAgent(once, AgentPatch.parse({ name: 'B' }))).toEqual({ ...once, name: 'B' });
  });

  it('fills in no defaults', () => {
    expect(AgentPatch.parse({ voice: { speed: 2 } })).toEqual({ voice: { speed: 2 } });
  });

  it('resets a field to its default with null', () => {
    const once = patched({ personality: 'Kind.', voice: { speed: 2, voiceId: 'slt' } });
    expect(patchAgent(once, AgentPatch.parse({ personality: null, voice: { speed: null } }))).toMatchObject({
      personality: '',
      voice: { speed: 1, voiceId: 'slt' },
    });
  });

  it('removes one metadata entry with null', () => {
    const once = patched({ metadata: { a: 1, b: 2 } });
    expect(patchAgent(once, AgentPatch.parse({ metadata: { a: null } })).metadata).toEqual({ b: 2 });
  });

  it('cannot clear the name', () => {
    expect(() => patched({ name: null })).toThrow(z.ZodError);
  });

  it('has the same bounds and fields as AgentInput', () => {
    expect(AgentPatch.safeParse({ voice: { speed: 3 } }).success).toBe(false);
    expect(AgentPatch.safeParse({ id: 'agent_1' }).success).toBe(false);
  });

  it('cannot change a prototype', () => {
    patched(JSON.parse('{"metadata": {"__proto__": {"polluted": 1}}}'));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('AgentOverrides', () => {
  it('accepts speaking behaviour and rejects the identity of the agent', () => {
    expect(AgentOverrides.safeParse({ firstMessage: 'Hi' }).success).toBe(true);
    expect(AgentOverrides.safeParse({ flowId: 'flow_1' }).success).toBe(false);
  });
});

it('converts the schemas to JSON Schema, as input and as output', () => {
  for (const io of ['input', 'output'] as const) {
    expect(z.toJSONSchema(AgentInput, { io })).toMatchObject({ additionalProperties: false });
    expect(z.toJSONSchema(AgentPatch, { io })).toMatchObject({ additionalProperties: false });
  }
});
