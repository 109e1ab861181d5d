import { describe, expect, it } from 'vitest';
import { AgentInput } from '../agent.ts';
import { demoAgent, demoFlow } from '../demo-flow.ts';
import { FlowInput, type CallFlow } from '../flow/flow.ts';
import { readWrittenDate } from '../understanding/written-date.ts';
import { columnsMissing, columnWarnings } from './column-warnings.ts';
import { CsvReader } from './csv-reader.ts';
import { flowColumns } from './flow-variables.ts';

const agent = AgentInput.parse(demoAgent);

function callFlow(changes: object): CallFlow {
  return FlowInput.parse({ name: 'Test', ...changes }) as CallFlow;
}

function read(text: string, timeColumns: readonly string[] = []) {
  const options = { ownNumbers: new Set<string>(), allowDuplicates: false, headerIsRow1: true, timeColumns };
  const reading = new CsvReader({ ...options, previewRows: 0, checksRows: true });
  reading.push(Buffer.from(text));
  return reading.end();
}

const say = (text: string) => ({ id: 'say', type: 'say', config: { text } });
const demo = flowColumns(demoFlow as CallFlow, agent);

describe('a column of times', () => {
  const flow = callFlow({
    variables: { visitAt: { type: 'date_time' }, note: {} },
    nodes: [say('{{visitAt}} {{note}}')],
  });
  const columns = flowColumns(flow, agent);
  const warningsOf = (...cells: string[]) => {
    const rows = cells.map((cell, index) => `+1202555010${index},${cell},soon`);
    return columnWarnings(read(['phone,Visit At,note', ...rows].join('\n'), columns.times), columns);
  };

  it('causes a warning about cells that are not recognised', () => {
    expect(warningsOf('24.11.2026 10:30', '2026-11-24T10:00', '11/24/2026', ' 2026-11-24 10:00 ')).toEqual([
      {
        code: 'unreadable_time',
        column: 'visit_at',
        rows: 2,
        firstRows: [2, 4],
        message:
          'Rows 2 and 4 have text in visit_at that is not recognised as a time. The text is spoken literally. Write 2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00; or send dateOrder: mdy for 11/24/2026 or dmy for 24.11.2026.',
      },
    ]);
    expect(warningsOf('2026-02-30')).toMatchObject([{ code: 'unreadable_time', rows: 1 }]);
  });

  it.each([
    ['mdy', '11/24/2026 10:00'],
    ['dmy', '24.11.2026 10:00'],
  ] as const)('causes a warning with an example in the order %s of the request', (dateOrder, example) => {
    const file = read('phone,visit_at,note\n+12025550100,soon,x\n', columns.times);
    const [warning] = columnWarnings({ ...file, dateOrder }, columns);
    expect(warning!.message).toBe(
      `Row 2 has text in visit_at that is not recognised as a time. The text is spoken literally. With dateOrder ${dateOrder} write ${example}, 2026-11-24T10:00, or with an offset 2026-11-24T10:00:00-05:00.`,
    );
    expect(readWrittenDate(example, dateOrder)).toBe('2026-11-24T10:00');
  });

  it('is read in the date order of the request', () => {
    const file = 'phone,visit_at,note\n+12025550100,11/24/2026 3:30 PM,11/24/2026\n+12025550101,soon,x\n';
    const options = { ownNumbers: new Set<string>(), allowDuplicates: false, headerIsRow1: true };
    const seen: Record<string, string>[] = [];
    const reading = new CsvReader(
      { ...options, previewRows: 0, checksRows: true, timeColumns: columns.times, dateOrder: 'mdy' },
      ({ callee }) => seen.push(callee.dynamic),
    );
    reading.push(Buffer.from(file));
    expect(reading.end().unreadableTimes[1]).toEqual({ rows: 1, firstRows: [3] });
    expect(seen).toEqual([
      { visit_at: '2026-11-24T15:30', note: '11/24/2026' },
      { visit_at: 'soon', note: 'x' },
    ]);
  });

  it('causes no such warning for recognised times and empty cells', () => {
    expect(warningsOf('2026-11-24T10:00:00Z', '2026-11-24', '2026-11-24 10:00-05:00')).toEqual([]);
    expect(warningsOf('')).toMatchObject([{ code: 'empty_cells', rows: 1 }]);
  });

  it('counts rows that are neither invalid nor duplicates', () => {
    const file = 'phone,visit_at\n+12025550100,soon\n+12025550100,soon\n123,soon\n';
    expect(read(file, ['visit_at', 'other']).unreadableTimes.map(({ rows }) => rows)).toEqual([0, 1]);
    expect(read(file).unreadableTimes.map(({ rows }) => rows)).toEqual([0, 0]);
  });
});

describe('columnWarnings', () => {
  it('reports a missing column and the default that is spoken', () => {
    const file = read('phone_number,name\n+12025550100,Ada\n+12025550101,Grace\n');
    expect(columnsMissing(file, demo)).toEqual(['clinic', 'appointment']);
    expect(columnWarnings(file, demo)).toEqual([
      {
        code: 'missing_column',
        column: 'clinic',
        rows: 2,
        firstRows: [],
        message: 'The file has no column clinic. The default of the flow is spoken: "Oak Street Dental".',
      },
      {
        code: 'missing_column',
        column: 'appointment',
        rows: 2,
        firstRows: [],
        message: 'The file has no column appointment. The default of the flow is spoken: "Tuesday at 10 AM".',
      },
    ]);
  });

  it('reports empty cells in rows that can be called', () => {
    const rows = ['+12025550100,,', '+12025550101, ,x', '+12025550101,,', '12,,', '+12025550102,Grey,y'];
    const flow = callFlow({
      variables: { day: { default: 'Monday' } },
      nodes: [say('{{doctor}} on {{day}}')],
    });
    const file = read(['phone,doctor,day', ...rows].join('\n'));
    expect(columnWarnings(file, flowColumns(flow, agent))).toEqual([
      {
        code: 'empty_cells',
        column: 'doctor',
        rows: 2,
        firstRows: [2, 3],
        message: 'Rows 2 and 3 have no value in doctor. Nothing is spoken for it.',
      },
      {
        code: 'empty_cells',
        column: 'day',
        rows: 1,
        firstRows: [2],
        message: 'Row 2 has no value in day. The default of the flow is spoken: "Monday".',
      },
    ]);
  });

  it('names at most five rows', () => {
    const rows = Array.from({ length: 8 }, (_, index) => `+1202555010${index},`);
    const flow = callFlow({ nodes: [say('{{doctor}}')] });
    const [warning] = columnWarnings(read(['phone,doctor', ...rows].join('\n')), flowColumns(flow, agent));
    expect(warning).toMatchObject({ rows: 8, firstRows: [2, 3, 4, 5, 6] });
    expect(warning!.message).toMatch(/^8 rows \(2, 3, 4, 5, 6 …\) have no value in doctor/u);
  });

  it('reports unused columns', () => {
    const file = read('phone,name,docter,doctor\n+12025550100,Ada,Grey,Grey\n+12025550101,Ada,,Grey\n');
    const flow = callFlow({ nodes: [say('{{doctor}}')] });
    expect(columnWarnings(file, flowColumns(flow, agent))).toEqual([
      {
        code: 'unused_column',
        column: 'docter',
        rows: 1,
        firstRows: [],
        message: 'The flow does not use docter. Check the spelling of the column name, or ignore this.',
      },
    ]);
  });

  it('accepts the columns that an export added', () => {
    const header = 'row,job_id,phone_number,status,collected_coming,shoe';
    const flow = callFlow({ nodes: [say('Hello.')] });
    const warned = (columns: string) =>
      columnWarnings(read(`${columns}\n1,job_1,+12025550100,completed,true,39\n`), flowColumns(flow, agent));
    expect(warned(header)).toMatchObject([{ code: 'unused_column', column: 'shoe' }]);
    expect(warned(header.replace('job_id', 'job'))).toHaveLength(5);
  });

  it.each([
    [
      'compared',
      {
        edges: [
          {
            id: 'e',
            from: 'say',
            to: 'end',
            condition: { type: 'expression', all: [{ left: 'dynamic.vip', op: 'exists' }] },
          },
        ],
      },
    ],
    ['declared', { variables: { vip: {} } }],
    ['filled by a step', { nodes: [{ id: 'ask', type: 'ask', config: { prompt: 'So?', variable: 'vip' } }] }],
    ['spoken', { nodes: [say('{{vip}}')] }],
  ])('accepts a column that is %s', (_how, changes) => {
    const file = read('phone,vip\n+12025550100,yes\n');
    expect(columnWarnings(file, flowColumns(callFlow(changes), agent))).toEqual([]);
  });

  it('matches other spellings of a column name', () => {
    const file = read('phone,First Name,shoeSize\n+12025550100,Ada,\n');
    const flow = callFlow({
      variables: { shoe_size: { default: '39' } },
      nodes: [say('{{firstName}} {{dynamic.ShoeSize}}')],
    });
    const columns = flowColumns(flow, agent);
    expect(columnsMissing(file, columns)).toEqual([]);
    expect(columnWarnings(file, columns).map(({ code, column }) => `${code} ${column}`)).toEqual([
      'empty_cells shoe_size',
    ]);
  });

  it('maps customer variables to their columns', () => {
    const text =
      '{{name}} {{customer.externalId}} {{email}} {{phone}} {{customer.phone}} {{dynamic.day}} {{now}}';
    const { spoken } = flowColumns(callFlow({ nodes: [say(text)] }), agent);
    expect(spoken.map(({ name }) => name)).toEqual(['name', 'external_id', 'email', 'day']);
  });
});
