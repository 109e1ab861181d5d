import { describe, expect, it } from 'vitest';
import { AgentInput } from './agent.ts';
import { demoAgent, demoCallDetails, demoFlow } from './demo-flow.ts';
import { flowIn, FlowInput } from './flow/flow.ts';
import { startFlow, step } from './flow/interpreter.ts';
import { promptHints } from './flow/prompt-hints.ts';
import type { FlowAction, FlowContext, FlowInput as Input } from './flow/protocol.ts';
import { languageOf } from './languages/languages.ts';

/** Friday 20 November 2026, ten in the morning in New York. */
const nowMs = Date.UTC(2026, 10, 20, 15);
const timezone = 'America/New_York';
const flow = flowIn(FlowInput.parse(demoFlow), 'en');
const context: FlowContext = {
  nowMs,
  language: languageOf('en'),
  timezone,
  agent: {},
  ...demoCallDetails(nowMs, timezone),
};

const said = (text: string): Input => ({ type: 'answered', text, confidence: 0.9, rejected: false });
const mumbled: Input = { type: 'answered', text: 'mumble', confidence: 0.1, rejected: true };
const pressed = (digits: string): Input => ({ type: 'digits', digits });
const silent: Input = { type: 'no-input' };

/** Runs the flow with a script; a text is spoken by the callee. */
function call(...script: (string | Input)[]) {
  let transition = startFlow(flow, context);
  const actions: FlowAction[] = [...transition.actions];
  for (const line of script) {
    if (transition.state.isEnded) throw new Error('The flow ended before the script.');
    transition = step(flow, transition.state, typeof line === 'string' ? said(line) : line, context);
    actions.push(...transition.actions);
  }
  return {
    isEnded: transition.state.isEnded,
    spoken: actions.flatMap((action) => (action.type === 'speak' ? [action.text] : [])),
    disposition: actions.findLast((action) => action.type === 'set-disposition')?.disposition,
    callbackAt: actions.findLast((action) => action.type === 'schedule-callback')?.at,
    variables: transition.state.variables,
  };
}

const tuesdayAtTen = '2026-11-24T15:00:00.000Z';
const wednesdayAtTwo = '2026-11-25T19:00:00.000Z';
const saturdayAtTen = '2026-11-21T15:00:00.000Z';

describe('the demo flow', () => {
  it('greets the callee by name with the time of the appointment', () => {
    expect(call().spoken).toEqual([
      'Hello Ada, this is Oak Street Dental. You have an appointment on Tuesday, November 24th at 10 AM. Can you come?',
    ]);
    expect(context.dynamic['appointment']).toBe(tuesdayAtTen);
  });

  it.each(['yes', 'yes I can', 'sure, no problem', pressed('1')])('understands %j as yes', (answer) => {
    expect(call(answer)).toMatchObject({
      isEnded: true,
      disposition: 'answered',
      variables: { coming: true },
    });
  });

  it('accepts a polite refusal', () => {
    expect(call('no thank you', 'no thank you')).toMatchObject({
      isEnded: true,
      disposition: 'not_interested',
    });
  });

  it.each([
    ['in one sentence', ['no', 'yes please', 'wednesday at two', 'yes']],
    ['in two', ['no', 'yes', 'wednesday', 'at two', "that's right"]],
    ['by keypad', [pressed('2'), pressed('1'), pressed('11251400'), pressed('1')]],
    ['by keypad in two steps', [pressed('2'), pressed('1'), pressed('1125'), pressed('1400'), pressed('1')]],
    ['before the question', ['can I reschedule', 'wednesday afternoon at two', 'yes']],
    ['after a mistake', ['no', 'yes', 'thursday at two', 'no', 'wednesday at two', 'yes']],
  ])('moves the appointment %s', (_name, script) => {
    expect(call(...script)).toMatchObject({
      isEnded: true,
      disposition: 'answered',
      variables: { new_appointment: wednesdayAtTwo },
    });
  });

  it('reads the new day back', () => {
    expect(call('no', 'yes', 'wednesday at two', 'yes').spoken.slice(-2)).toEqual([
      'I have Wednesday, November 25th at 2 PM. Is that right?',
      'Thank you. Your new appointment is on Wednesday, November 25th at 2 PM. Goodbye.',
    ]);
  });

  it.each([
    ['with a time', ['call me back tomorrow at ten']],
    ['politely, with a time', ["um I can't talk right now, please call me back tomorrow at ten"]],
    ['without a time', ["I'm busy right now", 'tomorrow at ten']],
    ['later in the call', ['no', 'call me back tomorrow at ten']],
    ['with a day only, and a yes to the hour', ['call me back tomorrow', 'yes']],
    ['with a day only, and the hour', ['call me back on monday', 'tomorrow at ten']],
    ['without a day, and a yes to the proposed time', ['call me later', 'yes please']],
    ['at a time in the past', ['call me back today at eight am', 'no', 'tomorrow at ten']],
    ['after a request for a person', ['I want to speak to a person', 'tomorrow at ten']],
  ])('schedules a callback that is requested %s', (_name, script) => {
    const { isEnded, callbackAt, spoken } = call(...script);
    expect({ isEnded, callbackAt }).toEqual({ isEnded: true, callbackAt: saturdayAtTen });
    expect(spoken.at(-2)).toContain('Saturday, November 21st');
  });

  it('reads back a callback time that was heard with low confidence', () => {
    const unsure = (text: string): Input => ({ type: 'answered', text, confidence: 0.7, rejected: false });
    const { spoken, callbackAt } = call(unsure('call me back on thursday at three'), 'no tuesday at three');
    expect(spoken[1]).toBe('Shall I call you back on Thursday, November 26th at 3 PM?');
    expect(callbackAt).toBe('2026-11-24T20:00:00.000Z');
  });

  it.each([
    ['wrong number', 'wrong_number'],
    ['sorry you have the wrong number', 'wrong_number'],
    ['stop calling me', 'do_not_call'],
    ['no take me off your list', 'do_not_call'],
    ["I'm not interested", 'not_interested'],
  ])('records "%s" as %s at every question', (words, disposition) => {
    expect(call(words)).toMatchObject({ isEnded: true, disposition });
    expect(call('no', words)).toMatchObject({ isEnded: true, disposition });
    expect(call('no', 'yes', words)).toMatchObject({ isEnded: true, disposition });
  });

  it('identifies the caller and repeats the question', () => {
    const { spoken, isEnded } = call('who is this?', 'yes');
    expect(spoken[1]).toContain('automatic reminder');
    expect(spoken[2]).toContain('Hello Ada');
    expect(isEnded).toBe(true);
  });

  it('repeats the question after an unintelligible answer', () => {
    expect(call(mumbled, 'yes')).toMatchObject({ isEnded: true, disposition: 'answered' });
  });

  it('ends the call after repeated silence or unintelligible answers', () => {
    expect(call(silent, silent, silent).spoken.at(-1)).toContain('could not understand');
    expect(call(mumbled, mumbled, mumbled).spoken.at(-1)).toContain('could not understand');
    expect(call(mumbled, mumbled).spoken.at(-1)).toContain('press 1 for yes');
  });

  it('leaves a message on a voicemail', () => {
    const { isEnded, disposition, spoken } = call('please leave a message after the tone', {
      type: 'wait-ended',
    });
    expect({ isEnded, disposition }).toEqual({ isEnded: true, disposition: 'voicemail' });
    expect(spoken.at(-1)).toContain('Please call us back');
  });
});

describe('the prompt hints of the demo flow', () => {
  const hints = new Map(promptHints(flow, context).map((hint) => [hint.id, hint]));

  it('contain each prompt as spoken with the answer that it expects', () => {
    expect(hints.get('greeting')).toEqual({
      id: 'greeting',
      text: call().spoken[0],
      expects: 'yes_no',
      minDigits: 1,
      maxDigits: 1,
    });
    expect(hints.get('greeting:keypad')?.text).toBe(call(mumbled, mumbled).spoken.at(-1));
    expect(hints.get('offer:silent')?.text).toBe(
      'Are you still there? I understand. Would you like another day?',
    );
    expect(hints.get('when')).toMatchObject({ expects: 'date_time', minDigits: 4, maxDigits: 8 });
    expect(hints.get('cancelled')).toMatchObject({ expects: 'nothing' });
  });
});

it('has a valid agent', () => {
  expect(AgentInput.parse(demoAgent)).toMatchObject({ model: 'builtin/flow', type: 'voice' });
});
