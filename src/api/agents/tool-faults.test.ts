import { describe, expect, it } from 'vitest';
import { toolFaults } from './tool-faults.ts';

const tool = (fields: object = {}) => ({
  name: 'find',
  description: 'x',
  url: 'https://example.com',
  ...fields,
});
const faultsOf = (...tools: unknown[]) => toolFaults({ tools }).map(({ path, code }) => `${path} ${code}`);

describe('tools', () => {
  it('are accepted if calls can use them', () => {
    expect(
      faultsOf(tool(), tool({ name: 'book', parameters: { properties: { a: { type: 'string' } } } })),
    ).toEqual([]);
  });

  it.each<[unknown[], string]>([
    [[tool(), tool()], 'tools[1].name duplicate_id'],
    [[tool({ name: 'end_call' })], 'tools[0].name reserved_name'],
    [[tool({ name: 'flow_step_1' })], 'tools[0].name reserved_name'],
    [[tool({ parameters: { type: 'string' } })], 'tools[0].parameters invalid_schema'],
    [[tool({ parameters: { if: {} } })], 'tools[0].parameters invalid_schema'],
    [[tool({ headers: { 'content-length': '1' } })], 'tools[0].headers.content-length invalid_header'],
    [[tool({ headers: { 'a b': '1' } })], 'tools[0].headers.a b invalid_header'],
  ])('%j have a fault', (tools, fault) => {
    expect(faultsOf(...tools)).toEqual([fault]);
  });

  it.each([
    undefined,
    null,
    7,
    { tools: 7 },
    { tools: [7, null, {}, { name: 7, parameters: 7, headers: [] }] },
  ])('of the shape %j cause no error', (sent) => {
    expect(toolFaults(sent)).toEqual([]);
  });
});
