import { describe, expect, it } from 'vitest';
import { flowIn, FlowInput } from './flow.ts';
import { graphOf } from './graph.ts';
import { initialState } from './initial-state.ts';
import { lookUp, renderSpoken, renderSpokenWithZone, renderText } from './scope.ts';
import type { FlowAction } from './protocol.ts';
import { isWellFormed, variablesOf } from './template.ts';
import { languageOf } from '../languages/languages.ts';

const flow = flowIn(
  FlowInput.parse({
    name: 'Test',
    variables: {
      size: { default: 'large' },
      colour: { default: 'red' },
      day: { default: '2026-11-24' },
      name: { default: 'friend' },
    },
  }),
  'en',
);

const context = {
  nowMs: Date.UTC(2026, 10, 20, 15),
  language: languageOf('en'),
  timezone: 'America/New_York',
  dynamic: {
    colour: 'blue',
    city: 'Rome',
    at: '2026-11-24T15:00:00Z',
    paid: true,
    count: 3,
    first_name: 'Augusta',
    Shoe_Size: 41,
  },
  customer: { name: 'Ada', city: 'Oslo', externalId: 'p-7' },
  agent: { name: 'Reminder' },
};

const step = () => {
  const graph = graphOf(flow, languageOf('en'));
  return { graph, state: initialState(graph, context), context, warnings: [] as FlowAction[] };
};

describe('a variable', () => {
  it.each([
    ['size', 'large'],
    ['colour', 'blue'],
    ['city', 'Rome'],
    ['customer.city', 'Oslo'],
    ['name', 'Ada'],
    ['agent.name', 'Reminder'],
    ['dynamic.count', 3],
    ['firstName', 'Augusta'],
    ['First Name', 'Augusta'],
    ['dynamic.firstName', 'Augusta'],
    ['external_id', 'p-7'],
    ['customer.external_id', 'p-7'],
    ['shoeSize', 41],
    ['!', undefined],
    ['now', '2026-11-20T15:00:00.000Z'],
    ['heard.text', undefined],
    ['nothing', undefined],
    ['customer.toString', undefined],
  ])('%s is %j', (path, value) => {
    expect(lookUp(path, step())).toBe(value);
  });
});

describe('a text', () => {
  it('is spoken with dates and booleans as words', () => {
    expect(renderSpoken('On {{at}}, or {{day}}. Paid: {{paid}}. {{count}} left.', step())).toBe(
      'On Tuesday, November 24th at 10 AM, or Tuesday, November 24th. Paid: yes. 3 left.',
    );
  });

  it.each([
    ['2026-11-24T15:00:00Z', '10 AM', '10 AM'],
    ['2026-11-24T15:00:00.000+00:00', '10 AM', '10 AM'],
    ['2026-11-24T10:00:00-06:00', '10 AM', '11 AM'],
    ['2026-11-24T10:00-06:00', '10 AM', '11 AM'],
    ['2026-11-24T10:00:00+05:30', '10 AM', '11:30 PM'],
    ['2026-11-24T10:00:00', '10 AM', '10 AM'],
    ['2026-11-24 10:00', '10 AM', '10 AM'],
  ])('speaks %s as %s, and as %s if the callee has a known zone', (at, guessed, known) => {
    const day = at.endsWith('+05:30') ? 23 : 24;
    const spokenFor = (customer: Readonly<Record<string, string>>) =>
      renderSpoken('{{at}}', { ...step(), context: { ...context, dynamic: { at }, customer } });
    expect(spokenFor({})).toMatch(new RegExp(`, November 24th at ${guessed}$`));
    expect(spokenFor({ timezone: 'America/New_York' })).toMatch(
      new RegExp(`, November ${day}(th|rd) at ${known}$`),
    );
  });

  it('speaks a time with another offset in the zone of the callee', () => {
    const promised = { ...context, dynamic: { at: '2026-11-24T10:00:00-06:00' }, isZoneInferred: true };
    expect(renderSpokenWithZone('{{at}}', { ...step(), context: promised })).toBe(
      'Tuesday, November 24th at 11 AM, Eastern time',
    );
  });

  it.each([
    '2026-02-30T10:00',
    '2026-02-30',
    '2026-13-01',
    '2026-11-24 late',
    'Tuesday at 10 AM',
    '2026-11-24T25:00Z',
  ])('speaks %s unchanged', (at) => {
    expect(renderSpoken('{{at}}', { ...step(), context: { ...context, dynamic: { at } } })).toBe(at);
  });

  it('is rendered with stored values', () => {
    expect(renderText('{{at}} {{day}} {{paid}}', step())).toBe('2026-11-24T15:00:00Z 2026-11-24 true');
  });

  it.each([
    ['Danke. {{a}}, {{b}}.', 'Danke.'],
    ['Danke {{a}},{{b}}.', 'Danke.'],
    ['Danke, {{a}}!', 'Danke!'],
    ['Hallo {{a}}, wie geht es?', 'Hallo, wie geht es?'],
    ['Hallo, {{a}}, wie geht es?', 'Hallo, wie geht es?'],
    ['{{a}}, welcome', 'welcome'],
    ['Your order ({{a}}) is ready', 'Your order is ready'],
    ['Your order is “{{a}}”.', 'Your order is.'],
    ['Merci, {{a}} !', 'Merci !'],
    ['Merci {{a}} : à bientôt', 'Merci : à bientôt'],
    ['¡Hola, {{a}}! ¿{{b}}? Adiós.', '¡Hola! Adiós.'],
    ['Hello {{a}} and {{b}}, see you', 'Hello and, see you'],
    ['Hello\n{{a}}\nBye', 'Hello\n\nBye'],
    ['See you at {{a}}', 'See you at'],
    ['Wait... {{customer.name}}', 'Wait... Ada'],
  ])('leaves no punctuation around missing variables: %s', (template, expected) => {
    expect(renderSpoken(template, step())).toBe(expected);
  });

  it('removes the space of a missing variable and adds a warning', () => {
    const missing = step();
    expect(renderSpoken('Hello {{nobody}}, welcome {{ }}.', missing)).toBe('Hello, welcome {{ }}.');
    expect(missing.warnings).toHaveLength(1);
  });

  it('does not fill in variables within values', () => {
    const evil = { ...step(), context: { ...context, dynamic: { a: '{{customer.name}}', b: '$&' } } };
    expect(renderSpoken('{{a}} {{b}}', evil)).toBe('{{customer.name}} $&');
  });

  it('lists its variables without duplicates', () => {
    expect(variablesOf('{{a}} {{ b.c }} {{a}} {d} {{1}}')).toEqual(['a', 'b.c']);
    expect([isWellFormed('{{a}} {b}'), isWellFormed('{{a}} {{1}}'), isWellFormed('{{a}')]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
