import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { context, edge, end, flowOf, ofType, pressed, spokenIn } from '../../../test/support/run-flow.ts';
import { ask, failed, ok } from '../../../test/support/visit-flow.ts';
import type { FlowGraph } from './flow.ts';
import { startFlow, step } from './interpreter.ts';
import type { FlowAction, FlowContext, FlowInput as Input, Interpretation } from './protocol.ts';

const withModel: FlowContext = { ...context, hasModel: true };
const polish: FlowContext = { ...withModel, isLanguageUnknown: true };

const said = (text: string, more: object = {}): Input => ({
  type: 'answered',
  text,
  confidence: 0.9,
  rejected: false,
  ...more,
});
const understood = (interpretation: Interpretation | null, nodeId = 'answer'): Input => ({
  type: 'understood',
  nodeId,
  interpretation,
});

function run(flow: FlowGraph, flowContext: FlowContext, ...inputs: Input[]) {
  let transition = startFlow(flow, flowContext);
  for (const input of inputs)
    transition = step(flow, JSON.parse(JSON.stringify(transition.state)), input, flowContext);
  return { state: transition.state, last: transition.actions };
}

const asking = (expect: string, config: object = {}, more: object = {}) =>
  flowOf({
    nodes: [
      {
        ...ask('answer', 'Well?', expect, {}),
        config: { ...ask('answer', 'Well?', expect).config, ...config },
      },
      end('end', 'Good.'),
      end('unclear', 'Bye.'),
    ],
    edges: [edge('answer', 'end', ok), edge('answer', 'unclear', failed)],
    startNodeId: 'answer',
    ...more,
  });

const askedOf = (actions: readonly FlowAction[]) => ofType(actions, 'understand')[0];
const asOf = (actions: readonly FlowAction[]) => ofType(actions, 'answer-understood')[0]?.as;

describe('an answer that the rules do not understand', () => {
  it('goes to the language model with its question, in one request', () => {
    const { last } = run(asking('yes_no'), withModel, said('I would love to but who knows'));
    expect(last).toEqual([
      {
        type: 'understand',
        nodeId: 'answer',
        question: 'Well?',
        text: 'I would love to but who knows',
        expected: { type: 'yes_no' },
        requests: ['opt_out', 'wrong_number', 'who_is_this', 'callback', 'person'],
        statements: [],
      },
    ]);
  });

  it.each([
    ['no model', context, said('banana')],
    ['rejected speech', withModel, said('banana', { rejected: true })],
    ['no words', withModel, said(' ')],
    ['keys', withModel, pressed('7')],
    ['silence', withModel, { type: 'no-input' } as const],
  ])('stays with the rules: %s', (_case, flowContext, input) => {
    const { last } = run(asking('yes_no'), flowContext, input);
    expect(askedOf(last)).toBeUndefined();
    expect(spokenIn(last)[0]).toContain('Well?');
  });

  it.each([['yes'], ['no thanks'], ['stop calling me'], ['wrong number'], ['can you repeat that']])(
    'is not sent if the rules understand it: %s',
    (text) => {
      expect(askedOf(run(asking('yes_no'), withModel, said(text)).last)).toBeUndefined();
    },
  );

  it('tells the model what a date, digits and a choice may be', () => {
    const expectedFor = (expect: string, config: object = {}, more: object = {}) =>
      askedOf(run(asking(expect, config, more), withModel, said('banana')).last)?.expected;
    expect(expectedFor('date_time')).toEqual({ type: 'date_time', now: '2026-11-20T10:00' });
    const day = { variables: { answer: { type: 'date_time', default: '2026-11-24' } } };
    expect(expectedFor('date_time', {}, day)).toMatchObject({ day: '2026-11-24' });
    expect(expectedFor('digits', { minDigits: 4, maxDigits: 6 })).toEqual({
      type: 'digits',
      minDigits: 4,
      maxDigits: 6,
    });
    const choices = [{ value: 'red', phrases: ['crimson'] }];
    expect(expectedFor('choice', { choices })).toEqual({ type: 'choice', choices });
  });

  it('of a sensitive question never leaves the flow', () => {
    const keys = { prompt: 'Your PIN?', variable: 'pin', minDigits: 4, maxDigits: 4 };
    const flowWith = (sensitive: boolean) =>
      flowOf({
        nodes: [{ id: 'pin', type: 'gather_digits', config: { ...keys, sensitive } }, end()],
        edges: [edge('pin', 'end')],
      });
    expect(askedOf(run(flowWith(true), withModel, said('one two three banana')).last)).toBeUndefined();
    expect(askedOf(run(flowWith(false), withModel, said('banana')).last)?.expected).toEqual({
      type: 'nothing',
    });
  });
});

describe('a value of the language model', () => {
  const choices = { choices: [{ value: 'red', phrases: ['crimson'] }, { value: 'blue' }] };
  const four = { minDigits: 4, maxDigits: 4 };

  it.each([
    ['yes_no', {}, 'I guess I could swing that', true, 'could swing that', true],
    ['yes_no', {}, 'I’d rather eat my hat', false, 'I’d RATHER eat my hat!', false],
    ['choice', choices, 'the colour of blood', 'red', 'the colour of blood', 'red'],
    ['number', {}, 'me and my wife and kiddo', 3, 'me and my wife and kiddo', 3],
    ['digits', four, 'it is account 2, code 5501', '5501', 'code 5501', '5501'],
    ['date_time', {}, 'the day after the holiday', '2026-11-27', 'the day after the holiday', '2026-11-27'],
    ['date_time', {}, 'usual hour then', '2026-11-27T09:30', 'usual hour', '2026-11-27T14:30:00.000Z'],
    ['date_time', {}, 'usual hour then', '2026-11-27 09:30', 'usual hour', '2026-11-27T14:30:00.000Z'],
  ])('answers the question: %s %j %s', (expect_, config, text, value, evidence, stored) => {
    const { state, last } = run(
      asking(expect_, config),
      withModel,
      said(text),
      understood({ value, evidence }),
    );
    expect(spokenIn(last)).toEqual(['Good.']);
    expect(state.variables['answer']).toBe(stored);
    expect(asOf(last)).toBe('answer');
  });

  it.each([
    ['yes_no', {}, 'yes'],
    ['yes_no', {}, 1],
    ['yes_no', {}, [true]],
    ['choice', choices, 'green'],
    ['choice', choices, 'crimson'],
    ['choice', choices, { toString: 'red' }],
    ['number', {}, '3'],
    ['number', {}, 1e300],
    ['number', {}, null],
    ['digits', four, '550'],
    ['digits', four, '5502'],
    ['digits', four, 5501],
    ['digits', { maxDigits: 4 }, ''],
    ['date_time', {}, '2026-02-30'],
    ['date_time', {}, '2027-02-29T10:00'],
    ['date_time', {}, '2026-11-19'],
    ['date_time', {}, '2026-11-20T09:59'],
    ['date_time', {}, '2126-11-27'],
    ['date_time', {}, '2026-11-27T09:30Z'],
    ['date_time', {}, '2026-11-27T25:00'],
    // Skipped when clocks go forward.
    ['date_time', {}, '2027-03-14T02:30'],
    ['date_time', {}, 'tomorrow'],
    ['date_time', {}, '09:30'],
    ['date_time', {}, 1_795_000_000_000],
  ])('is dropped if the question does not allow it: %s %j %j', (expect_, config, value) => {
    const text = expect_ === 'digits' ? 'account 2, code 5501' : 'banana';
    const { state, last } = run(
      asking(expect_, config),
      withModel,
      said(text),
      understood({ value, evidence: text }),
    );
    expect(spokenIn(last)).toEqual(["Sorry, I didn't catch that. Well?"]);
    expect(state.variables['answer'] ?? null).toBeNull();
    expect(asOf(last)).toBe('nothing');
  });

  it.each([
    'I would love to', // other words
    'could that swing', // another order
    'could that', // words between
    'wing', // a part of a word
    '',
    ' …! ',
    null,
    42,
    undefined,
    ['could'],
  ])('is dropped without evidence in the words of the customer: %j', (evidence) => {
    const text = 'I guess I could swing that';
    const { state, last } = run(
      asking('yes_no'),
      withModel,
      said(text),
      understood({ value: true, evidence }),
    );
    expect(spokenIn(last)).toEqual(["Sorry, I didn't catch that. Well?"]);
    expect(state.variables['answer'] ?? null).toBeNull();
  });

  it('has its evidence in words of any script', () => {
    const { state } = run(
      asking('yes_no'),
      polish,
      said('はい、お願いします'),
      understood({ value: true, evidence: 'お願い' }),
    );
    expect(state.variables['answer']).toBe(true);
  });

  it('counts as an attempt when nothing was understood, and the question is given up after the last one', () => {
    const round = [said('banana'), understood(null)];
    const { last } = run(asking('yes_no'), withModel, ...round, ...round, ...round);
    expect(spokenIn(last)).toEqual(['Bye.']);
  });

  it('is ignored for another node, twice, or when the flow does not wait for it', () => {
    const value = { value: true, evidence: 'banana' };
    expect(run(asking('yes_no'), withModel, understood(value)).last).toEqual([]);
    expect(run(asking('yes_no'), withModel, said('banana'), understood(value, 'end')).last).toEqual([]);
    expect(
      run(asking('yes_no'), withModel, said('banana'), { type: 'classified', edgeId: null }).last,
    ).toEqual([]);
    expect(
      run(asking('yes_no'), withModel, said('banana'), understood(null), understood(value)).last,
    ).toEqual([]);
  });

  it('is read back if the words are doubtful, and the model understands the reply', () => {
    const heard = said('day after the holiday', { confidence: 0.5 });
    const date = understood({ value: '2026-11-27', evidence: 'day after the holiday' });
    const readBack = run(asking('date_time'), withModel, heard, date);
    expect(spokenIn(readBack.last)[0]).toContain('Friday, November 27');
    const reply = run(asking('date_time'), withModel, heard, date, said('banana'));
    expect(askedOf(reply.last)).toMatchObject({ expected: { type: 'yes_no' } });
    expect(askedOf(reply.last)?.question).toContain('Friday, November 27');
    const confirm = (value: boolean) =>
      run(
        asking('date_time'),
        withModel,
        heard,
        date,
        said('banana'),
        understood({ value, evidence: 'banana' }),
      );
    expect(confirm(true).state.variables['answer']).toBe('2026-11-27');
    expect(spokenIn(confirm(false).last)).toEqual(["Sorry, I didn't catch that. Well?"]);
  });
});

describe('a request that only the language model understands', () => {
  it.each([
    ['opt_out', 'I am sorry. We will not call you again. Goodbye.'],
    ['wrong_number', 'Goodbye'],
    ['who_is_this', 'This is Reminder'],
    ['person', 'a colleague'],
    ['callback', 'call you back'],
  ])('has the effect of the same request by the rules: %s', (request, words) => {
    const text = 'lose my digits, buddy';
    const { last } = run(
      asking('yes_no'),
      withModel,
      said(text),
      understood({ request, evidence: 'lose my digits' }),
    );
    expect(asOf(last)).toBe(request);
    expect(ofType(last, 'node-entered')[0]).toMatchObject({ nodeId: `builtin.${request}` });
    expect(spokenIn(last).join(' ').toLowerCase()).toContain(words.toLowerCase());
  });

  it('is dropped without evidence, and if it is unknown', () => {
    for (const interpretation of [
      { request: 'opt_out', evidence: 'stop calling' },
      { request: 'builtin.opt_out', evidence: 'banana' },
      { request: ['opt_out'], evidence: 'banana' },
    ])
      expect(asOf(run(asking('yes_no'), withModel, said('banana'), understood(interpretation)).last)).toBe(
        'nothing',
      );
  });

  it('is an opt-out rather than an answer, and any other only without an answer', () => {
    const both = (request: string) =>
      asOf(
        run(
          asking('yes_no'),
          withModel,
          said('banana'),
          understood({ value: true, request, evidence: 'banana' }),
        ).last,
      );
    expect([both('opt_out'), both('wrong_number')]).toEqual(['opt_out', 'answer']);
  });

  it('leaves an opt-out that the rules found in force, whatever the model returns meanwhile', () => {
    const optOut: Input = { type: 'unsolicited', text: 'stop calling me', confidence: 0.9 };
    const late = understood({ value: true, evidence: 'banana' });
    const { state, last } = run(asking('yes_no'), withModel, said('banana'), optOut, late);
    expect(last).toEqual([]);
    expect(state).toMatchObject({ nodeId: 'builtin.opt_out', isEnded: true });
  });
});

describe('a prompt condition of a global node', () => {
  const angry = {
    id: 'angry',
    type: 'end',
    config: { text: 'I am sorry.' },
    isGlobal: { condition: { type: 'prompt', text: 'The caller is angry.' } },
  };
  const base = asking('yes_no');
  const flow = {
    ...base,
    nodes: [...base.nodes, ...flowOf({ nodes: [angry, end()], edges: [] }).nodes.slice(0, 1)],
  };

  it('is part of the same request', () => {
    const { last } = run(flow, withModel, said('banana'));
    expect(ofType(last, 'classify')).toEqual([]);
    expect(askedOf(last)?.statements).toEqual([{ edgeId: 'global:angry', text: 'The caller is angry.' }]);
    const then = run(flow, withModel, said('banana'), understood({ edgeId: 'global:angry' }));
    expect([asOf(then.last), spokenIn(then.last)]).toEqual(['statement', ['I am sorry.']]);
  });

  it('holds after an answer, and before a request that the rules understand', () => {
    const interpretation = { value: true, evidence: 'that' };
    expect(asOf(run(flow, withModel, said('who is that'), understood(interpretation)).last)).not.toBe(
      'answer',
    );
    const whoIsThis = run(flow, withModel, said('who is this'), understood(interpretation));
    expect(ofType(whoIsThis.last, 'node-entered')[0]?.nodeId).toBe('builtin.who_is_this');
    const answered = understood({ value: true, evidence: 'banana', edgeId: 'global:angry' });
    expect(asOf(run(flow, withModel, said('banana'), answered).last)).toBe('answer');
  });

  it('is not true if the model names one that does not exist', () => {
    for (const edgeId of ['global:end', 'move:end', 'answer-end'])
      expect(asOf(run(flow, withModel, said('banana'), understood({ edgeId })).last)).toBe('nothing');
  });
});

describe('a callback at a time that only the language model understands', () => {
  const flow = flowOf({
    nodes: [
      ask('when', 'When?', 'date_time'),
      { id: 'back', type: 'schedule_callback', config: { at: '{{when}}' } },
      end('end', 'Good.'),
    ],
    edges: [edge('when', 'back'), edge('back', 'end')],
    startNodeId: 'when',
  });
  const atNine = { value: '2026-11-27T09:00', evidence: 'usual hour' };

  it('is scheduled without a further question', () => {
    const { last } = run(flow, withModel, said('the usual hour'), understood(atNine, 'when'));
    expect(ofType(last, 'schedule-callback')).toMatchObject([{ at: '2026-11-27T14:00:00.000Z' }]);
  });

  it('is understood by the question of the node itself, and its read-back too', () => {
    const asked = flowOf({
      nodes: [{ id: 'back', type: 'schedule_callback', config: { at: '{{heard.date_time}}' } }, end()],
      edges: [edge('back', 'end')],
    });
    const time = run(asked, withModel, said('the usual hour'), understood(atNine, 'back'));
    expect(ofType(time.last, 'schedule-callback')).toMatchObject([{ at: '2026-11-27T14:00:00.000Z' }]);
    const day = { value: '2026-11-27', evidence: 'usual' };
    const script = [said('the usual'), understood(day, 'back'), said('that be it')];
    expect(askedOf(run(asked, withModel, ...script).last)).toMatchObject({
      expected: { type: 'yes_no' },
      requests: ['opt_out', 'wrong_number', 'who_is_this', 'person'],
    });
    const agreed = run(
      asked,
      withModel,
      ...script,
      understood({ value: true, evidence: 'that be it' }, 'back'),
    );
    expect(ofType(agreed.last, 'schedule-callback')).toMatchObject([{ at: '2026-11-27T15:00:00.000Z' }]);
  });
});

describe('a language without rules', () => {
  it('is not misread by the rules of English', () => {
    // "No" agrees in Polish.
    for (const [expect_, text] of [
      ['yes_no', 'No, jasne'],
      ['number', 'osiem'],
      ['date_time', 'may'],
    ] as const) {
      const { last } = run(asking(expect_), polish, said(text));
      expect(askedOf(last)?.text).toBe(text);
    }
  });

  it('is understood by keypad and by the model', () => {
    expect(run(asking('yes_no'), polish, pressed('2')).state.variables['answer']).toBe(false);
    const { state } = run(
      asking('yes_no'),
      polish,
      said('No, jasne'),
      understood({ value: true, evidence: 'no jasne' }),
    );
    expect(state.variables['answer']).toBe(true);
    const digits = run(
      asking('digits'),
      polish,
      said('mój kod to 55 01'),
      understood({ value: '5501', evidence: '55 01' }),
    );
    expect(digits.state.variables['answer']).toBe('5501');
  });
});

/** What each question may store, checked without the code under test. The customer says `words`. */
const words = 'account 2, code 5501';
const later = Date.UTC(2034, 11, 31);
const isAllowed: Readonly<Record<string, (value: unknown) => boolean>> = {
  yes_no: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  choice: (value) => value === 'red' || value === 'blue',
  digits: (value) => typeof value === 'string' && ['2550', '5501'].includes(value),
  date_time: (value) => {
    const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
    const isWritten = /^2\d{3}-\d\d-\d\d(T\d\d:\d\d:00\.000Z)?$/.test(String(value));
    return isWritten && time >= Date.UTC(2026, 10, 20) && time < later;
  },
};

const dates = fc
  .tuple(
    fc.constantFrom('2026', '2027', '2020', '2099'),
    fc.constantFrom('02', '11', '12', '13'),
    fc.constantFrom('01', '20', '24', '30', '31'),
    fc.constantFrom('09', '23', '25'),
    fc.constantFrom('00', '59', '60'),
  )
  .chain(([year, month, day, hour, minute]) =>
    fc.constantFrom(
      `${year}-${month}-${day}`,
      `${year}-${month}-${day}T${hour}:${minute}`,
      `${year}-${month}-${day}T${hour}:${minute}:00Z`,
      `${hour}:${minute}`,
    ),
  );
const anything = fc.anything({ maxDepth: 1 });
const values = fc.oneof(
  fc.constantFrom<unknown>(true, 'true', 'red', 'crimson'),
  fc.constantFrom<unknown>('5501', '2550', '5510', '550', -0.5, Number.NaN, Infinity),
);
const evidences = fc.constantFrom<unknown>(words, 'code 5501', 'code 550', '');
const requests = fc.constantFrom<unknown>('opt_out', 'person', 'callback', null);
const edgeIds = fc.constantFrom(undefined, 'answer-end', 'global:end', 'move:end');
const interpretations: fc.Arbitrary<Interpretation> = fc.record({
  value: fc.oneof(anything, { arbitrary: values, weight: 4 }, { arbitrary: dates, weight: 4 }),
  request: fc.oneof(anything, { arbitrary: requests, weight: 3 }),
  evidence: fc.oneof(anything, { arbitrary: evidences, weight: 4 }),
  edgeId: fc.oneof(fc.string(), { arbitrary: edgeIds, weight: 3 }),
});

it('stores nothing that the question does not allow, whatever the model returns', () => {
  const config: Readonly<Record<string, object>> = {
    digits: { minDigits: 4, maxDigits: 4 },
    choice: { choices: [{ value: 'red' }, { value: 'blue' }] },
  };
  const kinds = Object.keys(isAllowed).map((kind) => ({ kind, flow: asking(kind, config[kind]) }));
  const stored = new Set<string>();
  fc.assert(
    fc.property(
      fc.constantFrom(...kinds),
      interpretations,
      interpretations,
      ({ kind, flow }, first, second) => {
        const script = [said(words), understood(first), said(words), understood(second)];
        const value = run(flow, polish, ...script).state.variables['answer'] ?? null;
        if (value !== null) stored.add(kind);
        return value === null || isAllowed[kind]!(value);
      },
    ),
    { numRuns: 400 },
  );
  // Not all interpretations were dropped.
  expect(stored.size).toBeGreaterThan(2);
});

it('never undoes an opt-out, whatever the model returns', () => {
  const optOuts: fc.Arbitrary<Input> = fc.constantFrom<Input>(said('stop calling me'), {
    type: 'unsolicited',
    text: 'take me off your list',
    confidence: 0.9,
  });
  const results = interpretations.map((interpretation) => understood(interpretation));
  const script = fc.array(fc.oneof(results, fc.constant(understood(null, 'builtin.opt_out'))), {
    maxLength: 4,
  });
  const flow = asking('yes_no');
  fc.assert(
    fc.property(fc.boolean(), optOuts, script, (isWaiting, optOut, after) => {
      const isUnsolicited = isWaiting && optOut.type === 'unsolicited';
      const before = isUnsolicited ? [said('banana')] : [];
      const { state } = run(flow, withModel, ...before, optOut, ...after);
      expect(state).toMatchObject({ nodeId: 'builtin.opt_out', isEnded: true });
    }),
  );
});
