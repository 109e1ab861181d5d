import { describe, expect, it } from 'vitest';
import { answeredCall, expectClosed } from '../../test/support/test-call.ts';
import { ask, failed, ok } from '../../test/support/visit-flow.ts';
import { edge, end } from '../../test/support/run-flow.ts';
import { CallFlowInput } from '../domain/flow/flow.ts';

/** A flow with one question, without another attempt. */
const questionFlow = (prompt: string, type: string) =>
  CallFlowInput.parse({
    name: 'Question',
    nodes: [
      ask('answer', prompt, type, { retries: 0 }),
      end('noted', 'Noted: {{answer}}.'),
      end('unclear', 'Unclear.'),
    ],
    edges: [edge('answer', 'noted', ok), edge('answer', 'unclear', failed)],
  });

/** Says an answer that a recogniser with an open vocabulary transcribes. Returns the stored value and the response of the agent. */
async function answerOf(prompt: string, type: string, text: string) {
  const call = await answeredCall({ flow: questionFlow(prompt, type) });
  await call.clock.advance(3_000);
  call.caller.say(text);
  await call.clock.advance(12_000);
  expect(call.said()).toContain(`customer: ${text}`);
  expectClosed(call);
  return [call.records.ends[0]!.variables['answer'], call.said().at(-1)];
}

describe('an answer in a call, recognised with an open vocabulary', () => {
  it.each([
    ['absolutely not', false, 'agent: Noted: no.'],
    ['definitely not', false, 'agent: Noted: no.'],
    ['no problem', true, 'agent: Noted: yes.'],
    ["i'm not sure yet", null, 'agent: Unclear.'],
    ['yes but not tomorrow', null, 'agent: Unclear.'],
  ])('"%s" is %s', async (text, value, response) => {
    expect(await answerOf('Can you come?', 'yes_no', text)).toEqual([value, response]);
  });

  it.each([
    ['three and a half', 3.5, 'agent: Noted: 3.5.'],
    ['two or three', null, 'agent: Unclear.'],
  ])('"%s" is the number %s', async (text, value, response) => {
    expect(await answerOf('How many?', 'number', text)).toEqual([value, response]);
  });

  it('is a date without the rejected one', async () => {
    const prompt = 'When can you come?';
    const [expected] = await answerOf(prompt, 'date_time', 'the day after tomorrow at ten');
    const [value] = await answerOf(prompt, 'date_time', 'not tomorrow the day after tomorrow at ten');
    expect(value).toBe(expected);
    expect(await answerOf(prompt, 'date_time', 'any day but friday')).toEqual([null, 'agent: Unclear.']);
  });
});
