import { describe, expect, it } from 'vitest';
import { flowIn, FlowInput } from '../flow.ts';
import { startFlow, step } from '../interpreter.ts';
import { promptHints } from '../prompt-hints.ts';
import type { FlowAction, FlowContext, FlowInput as Input } from '../protocol.ts';
import { languageOf } from '../../languages/languages.ts';

/** Friday 20 November 2026, ten in the morning in New York. */
const nowMs = Date.UTC(2026, 10, 20, 15);
const context: FlowContext = {
  nowMs,
  language: languageOf('en'),
  timezone: 'America/New_York',
  dynamic: {},
  customer: {},
  agent: {},
};

const said = (text: string, confidence = 0.9): Input => ({
  type: 'answered',
  text,
  confidence,
  rejected: false,
});
const mumbled: Input = { type: 'answered', text: 'mumble', confidence: 0.1, rejected: true };
const silent: Input = { type: 'no-input' };

/** Returns a flow with a question and a callback node with this configuration. */
const flowWith = (config: object, variables: object = {}) =>
  flowIn(
    FlowInput.parse({
      type: 'call',
      name: 'Callback',
      startNodeId: 'hello',
      variables,
      nodes: [
        { id: 'hello', type: 'ask', config: { prompt: 'Hello?', variable: 'words' } },
        { id: 'callback', type: 'schedule_callback', config },
        { id: 'kept', type: 'end', config: { text: 'Kept.' } },
        { id: 'none', type: 'end', config: { text: 'None.' } },
        {
          id: 'stop',
          type: 'end',
          isGlobal: { condition: { type: 'intent', phrases: ['stop calling me'] } },
          config: { text: 'Stopped.' },
        },
      ],
      edges: [
        { id: 'a', from: 'hello', to: 'callback' },
        { id: 'b', from: 'callback', to: 'kept', condition: { type: 'result', ok: true } },
        { id: 'c', from: 'callback', to: 'none', condition: { type: 'else' } },
      ],
    }),
    'en',
  );

const heardConfig = { at: '{{heard.date_time}}', confirmation: 'At {{heard.date_time}}.', notes: 'Asked.' };

interface CallOptions {
  readonly config?: object;
  readonly variables?: object;
  readonly context?: Partial<FlowContext>;
}

/** Runs the flow. A string in the script is speech of the customer. */
function call(script: readonly (string | Input)[], options: CallOptions = {}) {
  const flow = flowWith({ ...heardConfig, ...options.config }, options.variables);
  const callContext = { ...context, ...options.context };
  let { state, actions } = startFlow(flow, callContext);
  const all: FlowAction[] = [...actions];
  for (const line of script) {
    if (state.isEnded) throw new Error('The flow ended before the script.');
    ({ state, actions } = step(flow, state, typeof line === 'string' ? said(line) : line, callContext));
    all.push(...actions);
  }
  return {
    spoken: all.flatMap((action) => (action.type === 'speak' ? [action.text] : [])).slice(1),
    at: all.findLast((action) => action.type === 'schedule-callback')?.at,
    warnings: all.flatMap((action) => (action.type === 'warning' ? [action.text] : [])),
    variables: state.variables,
  };
}

const tomorrow = 'Saturday, November 21st at 10 AM';
const tomorrowAt = '2026-11-21T15:00:00.000Z';
const offered = `Shall I call you back on ${tomorrow}, or would another time suit you better?`;

describe('an unambiguous time is scheduled and confirmed', () => {
  it.each([
    ['call me tomorrow at ten', tomorrow, tomorrowAt],
    ['after lunch', 'Friday, November 20th at 2 PM', '2026-11-20T19:00:00.000Z'],
    ['in two hours', 'Friday, November 20th at noon', '2026-11-20T17:00:00.000Z'],
    ['this evening', 'Friday, November 20th at 6 PM', '2026-11-20T23:00:00.000Z'],
    ['monday morning', 'Monday, November 23rd at 9 AM', '2026-11-23T14:00:00.000Z'],
  ])('%s', (words, spoken, at) => {
    expect(call([words])).toMatchObject({ at, spoken: [`At ${spoken}.`, 'Kept.'], warnings: [] });
  });

  it('in a variable of an earlier node', () => {
    const options = {
      config: { at: '{{when}}', confirmation: 'At {{when}}.' },
      variables: { when: { type: 'date_time', default: tomorrowAt } },
    };
    expect(call(['yes'], options)).toMatchObject({ at: tomorrowAt, spoken: [`At ${tomorrow}.`, 'Kept.'] });
  });
});

describe('a guessed time is read back', () => {
  it.each([
    ['thursday', 'Thursday, November 26th at 10 AM'],
    ['tomorrow at seven', 'Saturday, November 21st at 7 PM'],
  ])('%s', (words, spoken) => {
    expect(call([words]).spoken).toEqual([`Shall I call you back on ${spoken}?`]);
  });

  it('and scheduled after a yes', () => {
    expect(call(['tomorrow', 'yes please'])).toMatchObject({
      at: tomorrowAt,
      spoken: [`Shall I call you back on ${tomorrow}?`, `At ${tomorrow}.`, 'Kept.'],
    });
  });

  it.each([
    ['immediately', ['no tomorrow at ten'], []],
    ['after a question', ['no', 'tomorrow at ten'], ['What day and time would suit you?']],
    ['by keypad', [{ type: 'digits', digits: '11211000' }], []],
  ] satisfies [string, (string | Input)[], string[]][])(
    'and replaced by another time %s',
    (_how, script, questions) => {
      const { at, spoken } = call(['thursday', ...script]);
      expect(at).toBe(tomorrowAt);
      expect(spoken.slice(1)).toEqual([...questions, `At ${tomorrow}.`, 'Kept.']);
    },
  );

  it.each(['1', '2'])('and confirmed by digit %s', (digits) => {
    expect(call(['tomorrow', { type: 'digits', digits }]).at).toBe(digits === '1' ? tomorrowAt : undefined);
  });

  it('like a time that was possibly misheard', () => {
    const { spoken, at } = call([said('tuesday at three', 0.7)]);
    expect(spoken).toEqual(['Shall I call you back on Tuesday, November 24th at 3 PM?']);
    expect(at).toBeUndefined();
  });

  it('like a day in a variable, which is then set to the agreed time', () => {
    const options = {
      config: { at: '{{when}}', confirmation: 'At {{when}}.' },
      variables: { when: { type: 'date_time', default: '2026-11-21' } },
    };
    expect(call(['hello', 'yes'], options)).toMatchObject({
      at: tomorrowAt,
      spoken: [`Shall I call you back on ${tomorrow}?`, `At ${tomorrow}.`, 'Kept.'],
      variables: { when: tomorrowAt },
    });
  });
});

describe('without a usable time', () => {
  it.each([
    ['a vague time', 'call me later', offered],
    ['a past time', 'today at eight am', `That time is past. ${offered}`],
    ['a time more than 30 days ahead', 'january third at ten', `That is more than 30 days away. ${offered}`],
  ])('the agent offers a time after %s', (_what, words, question) => {
    expect(call([words]).spoken).toEqual([question]);
    expect(call([words, 'yes']).at).toBe(tomorrowAt);
    expect(call([words, 'tomorrow at noon']).at).toBe('2026-11-21T17:00:00.000Z');
  });

  it('the agent asks for a missing time', () => {
    const config = { prompt: 'When?' };
    expect(call(['not a good moment', 'tomorrow at ten'], { config })).toMatchObject({
      at: tomorrowAt,
      spoken: ['When?', `At ${tomorrow}.`, 'Kept.'],
    });
  });

  it.each([
    ['silence', [silent, silent, silent]],
    ['unrecognised speech', [mumbled, mumbled, mumbled]],
    ['speech without a time', ['my dog', 'your cat', 'a house']],
    ['only vague times', ['later', 'soon', 'whenever']],
    ['a no to each offer', ['later', 'no', 'later']],
  ] satisfies [string, (string | Input)[]][])('fails after %s', (_what, script) => {
    const { at, spoken, warnings } = call(['hello', ...script]);
    expect(at).toBeUndefined();
    expect(spoken.at(-1)).toBe('None.');
    expect(warnings.length).toBeLessThanOrEqual(1);
  });

  it('an opt-out is still handled', () => {
    expect(call(['hello', 'stop calling me']).spoken.at(-1)).toBe('Stopped.');
    expect(call(['thursday', 'stop calling me']).spoken.at(-1)).toBe('Stopped.');
  });
});

describe('without retries there is no question', () => {
  const config = { retries: 0 };

  it.each(['call me later', 'hello', 'today at eight am'])('and "%s" fails', (words) => {
    expect(call([words], { config }).spoken).toEqual(['None.']);
  });

  it('and a guessed time is scheduled', () => {
    expect(call(['tomorrow'], { config }).at).toBe(tomorrowAt);
  });
});

describe('hours in which calls are not allowed', () => {
  const options = { context: { nextAllowed: (atMs: number) => Math.max(atMs, Date.parse(tomorrowAt)) } };

  it('move the time, which is confirmed immediately', () => {
    expect(call(['this evening'], options)).toMatchObject({
      at: tomorrowAt,
      spoken: [`I may not call you at that time. I will call you back on ${tomorrow} instead.`, 'Kept.'],
    });
  });

  it('are mentioned in the question about a guessed time', () => {
    const question = `I may not call you at that time. Shall I call you back on ${tomorrow} instead?`;
    expect(call([said('this evening', 0.4), 'yes'], options)).toMatchObject({
      at: tomorrowAt,
      spoken: [question, `At ${tomorrow}.`, 'Kept.'],
    });
  });
});

it('names an inferred time zone with each promised time', () => {
  const inferred = { context: { timezone: 'Europe/London', isZoneInferred: true } };
  expect(call(['tomorrow', 'yes'], inferred)).toMatchObject({
    at: '2026-11-21T10:00:00.000Z',
    spoken: [`Shall I call you back on ${tomorrow}, London time?`, `At ${tomorrow}, London time.`, 'Kept.'],
  });
});

it('returns prompt hints for its texts', () => {
  const hints = promptHints(flowWith({ ...heardConfig, prompt: 'When?' }), context);
  const expected = hints
    .filter(({ id }) => id.startsWith('callback'))
    .map(({ id, expects }) => [id, expects]);
  expect(expected).toEqual([
    ['callback', 'date_time'],
    ['callback:reprompt', 'date_time'],
    ['callback:silent', 'date_time'],
    ['callback:keypad', 'date_time'],
    ['callback:confirmation', 'nothing'],
  ]);
});
