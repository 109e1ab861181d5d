import { describe, expect, it } from 'vitest';
import { AgentInput } from '../agent.ts';
import { flowIn, FlowInput } from '../flow/flow.ts';
import { startFlow, step } from '../flow/interpreter.ts';
import { needsModel } from '../flow/needs-model.ts';
import type { FlowAction, FlowContext, FlowInput as Input } from '../flow/protocol.ts';
import { validateFlow } from '../flow/validate.ts';
import { languageOf } from '../languages/languages.ts';
import { templates } from './templates.ts';

/** Friday 20 November 2026, ten in the morning in New York. */
const context: FlowContext = {
  nowMs: Date.UTC(2026, 10, 20, 15),
  language: languageOf('en'),
  timezone: 'America/New_York',
  agent: {},
  customer: { name: 'Ada' },
  dynamic: {},
};

const said = (text: string): Input => ({ type: 'answered', text, confidence: 0.9, rejected: false });
const pressed = (digits: string): Input => ({ type: 'digits', digits });

/** Runs the flow of a template with a script; a text is spoken by the other side. */
function converse(id: string, ...script: (string | Input)[]) {
  const flow = flowIn(FlowInput.parse(templates.find((template) => template.id === id)!.flow), 'en');
  let transition = startFlow(flow, context);
  const actions: FlowAction[] = [...transition.actions];
  for (const line of script) {
    expect(transition.state.isEnded).toBe(false);
    transition = step(flow, transition.state, typeof line === 'string' ? said(line) : line, context);
    actions.push(...transition.actions);
  }
  const disposition = actions.findLast((action) => action.type === 'set-disposition');
  return {
    isEnded: transition.state.isEnded,
    variables: transition.state.variables,
    spoken: actions.flatMap((action) => (action.type === 'speak' ? [action.text] : [])),
    warnings: actions.filter(({ type }) => type === 'warning'),
    disposition: disposition?.disposition,
    notes: disposition?.notes,
    callbackAt: actions.findLast((action) => action.type === 'schedule-callback')?.at,
  };
}

describe.each(templates)('the template $id', ({ id, agent, flow }) => {
  it('is valid, and needs no language model', () => {
    expect(validateFlow(flow)).toEqual([]);
    expect(needsModel(FlowInput.parse(flow))).toBe(false);
    expect(AgentInput.parse(agent)).toMatchObject({ model: 'builtin/flow', phoneNumber: null, flowId: null });
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  it.each(['stop calling me', 'you have the wrong number'])('ends after %j', (request) => {
    const { isEnded, disposition } = converse(id, request);
    expect([isEnded, disposition]).toEqual([true, expect.stringMatching(/^(do_not_call|wrong_number)$/)]);
  });
});

describe('appointment-reminder', () => {
  it('confirms the appointment', () => {
    expect(converse('appointment-reminder', 'yes')).toMatchObject({ isEnded: true, disposition: 'answered' });
  });

  it('moves the appointment', () => {
    const moved = converse('appointment-reminder', 'no', 'yes please', 'wednesday at two', 'yes');
    expect(moved).toMatchObject({
      isEnded: true,
      variables: { new_appointment: '2026-11-25T19:00:00.000Z' },
    });
  });
});

describe('lead-callback', () => {
  it.each([
    ['in words', ['yes', 'for my company', 'as soon as possible', 'yes please'], 'company', 'now'],
    ['by keys', [pressed('1'), pressed('1'), pressed('3'), pressed('1')], 'private', 'later'],
  ])('notes what an interested person wants, %s', (_, script, need, start) => {
    expect(converse('lead-callback', ...script)).toMatchObject({
      isEnded: true,
      disposition: 'interested',
      notes: `Wants an offer. For: ${need}. Start: ${start}.`,
      warnings: [],
    });
  });

  it('calls again at the agreed time', () => {
    const { isEnded, callbackAt, spoken } = converse('lead-callback', 'no', 'on monday at three pm');
    expect([isEnded, callbackAt]).toEqual([true, '2026-11-23T20:00:00.000Z']);
    expect(spoken).toContain('When may we call you again?');
  });

  it.each([
    ['no', ['yes', 'for me', 'later', 'no']],
    ['not interested', ["i'm not interested"]],
  ])('accepts %s', (_, script) => {
    expect(converse('lead-callback', ...script)).toMatchObject({
      isEnded: true,
      disposition: 'not_interested',
    });
  });
});

describe('front-desk', () => {
  it('notes an appointment', () => {
    const script = ['I would like to book an appointment', 'tuesday', 'at nine', 'yes'];
    expect(converse('front-desk', ...script)).toMatchObject({
      isEnded: true,
      disposition: 'interested',
      notes: 'Wants to book an appointment: 2026-11-24T14:00:00.000Z.',
      variables: { wanted_at: '2026-11-24T14:00:00.000Z' },
    });
  });

  it('tells the opening hours, and then changes an appointment', () => {
    const script = ['when are you open', 'yes', 'change', 'wednesday at two', 'no', 'thursday at two', 'yes'];
    const { isEnded, spoken, notes, variables } = converse('front-desk', ...script);
    expect(isEnded).toBe(true);
    expect(spoken.join(' ')).toContain('We are open Monday to Friday');
    expect(notes).toContain('Wants to change an appointment');
    expect(variables['wanted_at']).toBe('2026-11-26T19:00:00.000Z');
  });

  it('says goodbye after the opening hours', () => {
    expect(converse('front-desk', pressed('3'), 'no')).toMatchObject({
      isEnded: true,
      disposition: 'answered',
    });
  });
});

describe('survey', () => {
  it.each([
    ['a low score', ['yes', 'four', 'the waiting time', 'no'], 4, 'waiting time'],
    ['a high score', ['yes', 'nine', 'the people', 'yes'], 9, 'people'],
    ['a corrected score', ['yes', 'fifteen', 'ten', 'your service', 'yes'], 10, 'service'],
  ])('asks about %s', (_, script, score, comment) => {
    const { isEnded, disposition, variables } = converse('survey', ...script);
    expect([isEnded, disposition, variables['score']]).toEqual([true, 'answered', score]);
    expect(variables['comment']).toBe(comment);
  });

  it('accepts a refusal', () => {
    expect(converse('survey', 'no')).toMatchObject({ isEnded: true, disposition: 'not_interested' });
  });
});
