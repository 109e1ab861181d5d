import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AgentInput, AgentPatch } from '../../domain/agent.ts';
import { CallInput } from '../../domain/call.ts';
import { FlowInput } from '../../domain/flow/flow.ts';
import { validate } from './validate.ts';

const Schema = z.strictObject({
  name: z.string(),
  speed: z.number().max(2),
  nodes: z.array(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('say'), text: z.string() }),
      z.strictObject({ type: z.literal('wait'), ms: z.number() }),
    ]),
  ),
  to: z.union([z.string().regex(/^\+/, 'Begin with a plus.'), z.strictObject({ a: z.number() })]).optional(),
});

const faultsOf = (value: unknown) => validate(Schema, value).faults;

describe('the faults of a body', () => {
  it('are reported together, each with its path and what to send', () => {
    const nodes = [{ type: 'say', text: 1 }, { type: 'nap' }, {}];
    expect(faultsOf({ speed: 3, nodes, nmae: 'x', x: 1 })).toEqual([
      { path: 'name', code: 'required', message: 'This field is required.' },
      { path: 'speed', code: 'too_big', message: 'Send 2 or less.' },
      { path: 'nodes[0].text', code: 'invalid_type', message: 'Send a string, not a number.' },
      { path: 'nodes[1].type', code: 'invalid_value', message: 'Send "say" or "wait".' },
      { path: 'nodes[2].type', code: 'required', message: 'This field is required.' },
      {
        path: 'nmae',
        code: 'unknown_field',
        message: 'Did you mean "name"? There is no such field here.',
      },
      { path: 'x', code: 'unknown_field', message: 'There is no such field here.' },
    ]);
  });

  it('of a union are those of the closest branch, or list the accepted types', () => {
    const validBody = { name: 'x', speed: 1, nodes: [] };
    expect(faultsOf({ ...validBody, to: '1' })).toMatchObject([
      { path: 'to', message: 'Begin with a plus.' },
    ]);
    expect(faultsOf({ ...validBody, to: {} })).toMatchObject([{ path: 'to.a', code: 'required' }]);
    expect(faultsOf({ ...validBody, to: 1 })).toEqual([
      { path: 'to', code: 'invalid_type', message: 'Send a string, or an object.' },
    ]);
  });

  it('suggest a similar field name at any depth', () => {
    const validBody = { name: 'x', speed: 1, nodes: [{ type: 'say', text: 'Hello.', txet: 'Hello.' }] };
    expect(faultsOf({ ...validBody, to: { a: 1, 'new\nline': 2 }, Speed: 1 })).toMatchObject([
      { path: 'nodes[0].txet', message: 'Did you mean "text"? There is no such field here.' },
      { path: 'to.new\nline', message: 'There is no such field here.' },
      { path: 'Speed', message: 'Did you mean "speed"? There is no such field here.' },
    ]);
  });

  it('of a missing body have an empty path', () => {
    expect(faultsOf(undefined)).toMatchObject([{ path: '', code: 'required' }]);
  });

  it.each([
    [AgentInput, { name: '' }, 'This must not be empty.'],
    [AgentInput, { name: 'x'.repeat(81) }, 'Send at most 80 characters; this has 81.'],
    [AgentInput, { name: 'x', status: 'on' }, 'Send "active" or "inactive".'],
    [AgentInput, { name: 'x', turn: { minSilenceMs: 1.5 } }, 'Send a whole number.'],
    [AgentInput, { name: 'x', voice: 'rms' }, 'Send an object, not a string.'],
    [CallInput, { agentId: 'a', toNumber: 'b', scheduledAt: 'soon' }, /^Write an instant in ISO 8601/],
    [
      CallInput,
      { agentId: 'a', toNumber: 'b', dynamic: { a: [] } },
      'Send a string, or a number, or true or false, or null.',
    ],
    [FlowInput, { name: 'x', type: 'cal' }, 'Send "call" or "message".'],
    [FlowInput, { name: 'x', variables: { '1': {} } }, /^Write a name of 1 to 64 letters/],
  ] as const)('say what to send: %#', (schema, sent, words) => {
    const { faults } = validate(schema as z.ZodType, sent);
    expect(faults).toHaveLength(1);
    expect(faults[0]!.message).toMatch(words);
  });

  it('have messages of this API, not of the validation library', () => {
    const jsonValue = fc.jsonValue({ maxDepth: 3 });
    const recordWithFieldsOf = (schema: z.ZodObject) =>
      fc.record(Object.fromEntries(Object.keys(schema.shape).map((name) => [name, jsonValue])), {
        requiredKeys: [],
      });
    const sent = fc.oneof(recordWithFieldsOf(AgentInput), recordWithFieldsOf(CallInput), jsonValue);
    fc.assert(
      fc.property(sent, (value) => {
        for (const schema of [AgentInput, AgentPatch, CallInput, FlowInput])
          for (const { message } of validate(schema as z.ZodType, value).faults) {
            expect(message).toMatch(/^[A-Z].*\.$/);
            expect(message).not.toMatch(/^Invalid|^Too |expected|received/);
          }
      }),
    );
  });
});
