import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestApi,
  assignNumber,
  ownNumber,
  callableNumber,
  type TestApi,
} from '../../../test/support/api.ts';
import { findOwnedNumberByE164 } from '../../store/phone-numbers.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await assignNumber(api);
});
afterAll(() => api.close());

const create = (body: unknown) => api.send('POST', '/api/v1/agents', { body });

describe('POST /api/v1/agents: 200', () => {
  it('requires only a name and sets defaults', async () => {
    const { status, body } = await create({ name: 'Grace' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Grace',
      type: 'voice',
      model: 'builtin/flow',
      voice: { provider: 'builtin', speed: 1 },
      limits: { maxDurationSeconds: 3600, ringTimeoutSeconds: 30 },
      recording: { enabled: true, consent: 'none' },
      timezone: 'UTC',
      status: 'active',
      phoneNumber: null,
      version: 1,
      createdAt: '2026-01-05T12:00:00.000Z',
      updatedAt: '2026-01-05T12:00:00.000Z',
    });
    expect(body.id).toMatch(/^agent_[0-9A-HJKMNP-TV-Z]{26}$/);
  });

  it('accepts a flow and an owned number, and keeps the assignment of the number to another agent', async () => {
    const { body } = await create({ name: 'Joan', flowId: api.flow.id, phoneNumber: ownNumber });
    expect(body).toMatchObject({ flowId: api.flow.id, phoneNumber: ownNumber });
    const number = await findOwnedNumberByE164(api.database.asSystem(), { e164: ownNumber });
    expect(number!.agentId).toBe(api.agent.id);
  });

  it('accepts a regional variant, and any language for a messaging agent', async () => {
    expect((await create({ name: 'x', language: 'en-AU' })).status).toBe(200);
    expect((await create({ name: 'x', language: 'es-MX', type: 'messaging' })).status).toBe(200);
  });

  it('accepts any model of a provider that does not list its models', async () => {
    expect((await create({ name: 'x', model: 'openai/gpt-5-mini' })).status).toBe(200);
  });
});

describe('POST /api/v1/agents: 400', () => {
  it('reports all faults together', async () => {
    const { status, body } = await create({
      voice: { speed: 9 },
      nmae: 'x',
      limits: { ringTimeoutSeconds: 1 },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'Invalid request', code: 'invalid_request' });
    expect(body.fields.map(({ path }: { path: string }) => path).sort()).toEqual([
      'limits.ringTimeoutSeconds',
      'name',
      'nmae',
      'voice.speed',
    ]);
  });

  it('reports faults of the schema together with other faults', async () => {
    const { body } = await create({
      flowId: 'flow_01KAT0000000000000000000AA',
      phoneNumber: callableNumber,
      voice: { provider: 'bultin', speed: 9 },
      transcriber: { model: 'wrods' },
      model: 'openia/gpt-5-mini',
    });
    expect(body.code).toBe('invalid_request');
    expect(body.fields.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual([
      'name required',
      'voice.speed too_big',
      'flowId flow_not_found',
      'phoneNumber number_not_owned',
      'voice.provider unknown_provider',
      'transcriber.model unknown_model',
      'model unknown_provider',
    ]);
  });

  it('rejects unknown voices and models, and lists the available ones', async () => {
    const fallback = [
      { provider: 'builtin', voiceId: 'slt' },
      { provider: 'builtin', voiceId: 'stl' },
    ];
    const { status, body } = await create({ name: 'x', voice: { fallback }, model: 'builtin/flwo' });
    expect(status).toBe(400);
    expect(body.fields).toEqual([
      {
        path: 'voice.fallback[1].voiceId',
        code: 'unknown_voice',
        message: 'The voice provider "builtin" has no voice "stl". Available: "rms" or "slt".',
      },
      {
        path: 'model',
        code: 'unknown_model',
        message: 'The language model provider "builtin" has no model "flwo". Available: "flow".',
      },
    ]);
  });

  it('rejects languages that do not exist, and says what to write', async () => {
    const message = 'Write the BCP 47 language tag de, or one with a region such as de-DE.';
    const voiceId = { DE: 'rms', de: 'slt', german: 'rms' };
    const { body } = await create({
      name: 'x',
      language: 'xx-YY',
      transcriber: { language: 'German' },
      voice: { voiceId },
    });
    expect(body.fields).toEqual(
      expect.arrayContaining([
        {
          path: 'language',
          code: 'invalid_value',
          message: 'Write a BCP 47 language tag such as en-US, with the code of a language that exists.',
        },
        { path: 'transcriber.language', code: 'invalid_value', message },
        { path: 'voice.voiceId.german', code: 'invalid_key', message },
      ]),
    );
    const twice = await create({ name: 'x', voice: { voiceId: { en: 'rms', de: 'slt', EN: 'slt' } } });
    expect(twice.body.fields).toEqual([
      {
        path: 'voice.voiceId',
        code: 'invalid_value',
        message:
          'The language EN is given twice. The case of a tag has no meaning. Write each language once.',
      },
    ]);
  });

  it('rejects a language that the recogniser or voice does not support, and lists the supported ones', async () => {
    const { status, body } = await create({ name: 'x', language: 'es-MX' });
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    const fault = { path: 'language', code: 'unsupported_language' };
    expect(body.fields).toEqual([
      {
        ...fault,
        message: expect.stringContaining(
          'The speech-to-text provider "builtin" understands en-US and en-GB, not es-MX. ',
        ),
      },
      { ...fault, message: expect.stringContaining('The voice "rms" speaks en-US, not es-MX. ') },
    ]);
  });

  it('rejects a number that the workspace does not own', async () => {
    expect((await create({ name: 'x', phoneNumber: callableNumber })).body.code).toBe('number_not_owned');
  });

  it('rejects a flow whose type does not match', async () => {
    const { body } = await create({ name: 'x', type: 'messaging', flowId: api.flow.id });
    expect(body).toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'flowId', code: 'flow_type_mismatch' }],
    });
  });
});

describe('POST /api/v1/agents: 404', () => {
  it('returns 404 for an unknown flow', async () => {
    const { status, body } = await create({ name: 'x', flowId: 'flow_01KAT0000000000000000000AA' });
    expect(status).toBe(404);
    expect(body.code).toBe('flow_not_found');
  });
});
