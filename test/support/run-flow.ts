import { startFlow, step } from '../../src/domain/flow/interpreter.ts';
import { flowIn, FlowInput, type FlowGraph } from '../../src/domain/flow/flow.ts';
import type { FlowAction, FlowContext, FlowInput as Input } from '../../src/domain/flow/protocol.ts';
import { languageOf } from '../../src/domain/languages/languages.ts';

/** Friday 20 November 2026, ten in the morning in New York. */
const nowMs = Date.UTC(2026, 10, 20, 15);

export const context: FlowContext = {
  nowMs,
  language: languageOf('en'),
  timezone: 'America/New_York',
  dynamic: { clinic: 'Oak Street' },
  customer: { name: 'Ada' },
  agent: { name: 'Reminder' },
};

export const flowOf = (value: object): FlowGraph => flowIn(FlowInput.parse({ name: 'Test', ...value }), 'en');

export const pressed = (digits: string): Input => ({ type: 'digits', digits });

/** Runs a flow with the inputs. Converts each state to JSON and back, as the store does. */
export function runFlow(flow: FlowGraph, ...inputs: Input[]) {
  const actions: FlowAction[][] = [];
  let transition = startFlow(flow, context);
  actions.push([...transition.actions]);
  for (const input of inputs) {
    const state = JSON.parse(JSON.stringify(transition.state)) as typeof transition.state;
    transition = step(flow, state, input, context);
    actions.push([...transition.actions]);
  }
  return { state: transition.state, actions, last: actions.at(-1)! };
}

export const spokenIn = (actions: readonly FlowAction[]): string[] =>
  actions.flatMap((action) => (action.type === 'speak' ? [action.text] : []));
export const ofType = <Type extends FlowAction['type']>(actions: readonly FlowAction[], type: Type) =>
  actions.filter((action) => action.type === type) as Extract<FlowAction, { type: Type }>[];

const always = { type: 'always' };
export const edge = (from: string, to: string, condition: object = always, more: object = {}) => ({
  id: `${from}-${to}`,
  from,
  to,
  condition,
  ...more,
});
export const end = (id = 'end', text = 'Goodbye.') => ({ id, type: 'end', config: { text } });
