import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeAdditions, type Asked } from './merged-additions.ts';

const addition = (table: string, ...values: unknown[]): Asked => ({
  statement: {
    text: `insert into ${table} values (${values.map((_value, index) => `$${index + 1}`).join(', ')})`,
    isAddition: true,
  },
  values,
});
const inParts = (...values: unknown[]): Asked => ({
  statement: {
    text: `with made as (insert into one values ($1, $2) returning id) insert into two select id, $2 from made`,
    isAddition: true,
  },
  values,
});
const update: Asked = { statement: { text: 'update one set a = $1' }, values: [1] };

/** The text with its values put in. */
const spelled = ({ statement, values }: Asked): string =>
  statement.text.replaceAll(/\$(\d+)/g, (_all, place: string) => JSON.stringify(values[Number(place) - 1]));

describe('additions that follow each other', () => {
  it('become one statement with the values of all', () => {
    const merged = mergeAdditions([addition('one', 'a', 'b'), addition('two', 'c'), addition('three', 'd')]);
    expect(merged.map(spelled)).toEqual([
      'with addition_0 as (insert into two values ("c")), addition_1 as (insert into three values ("d")) insert into one values ("a", "b")',
    ]);
    expect(merged[0]!.statement).toMatchObject({
      name: expect.stringMatching(/^additions_\d+$/),
      isAddition: true,
    });
  });

  it('keep the parts of one of them at the top', () => {
    const merged = mergeAdditions([addition('three', 'x'), inParts('a', 'b')]);
    expect(merged.map(spelled)).toEqual([
      'with addition_0 as (insert into three values ("x")), made as (insert into one values ("a", "b") returning id) insert into two select id, "b" from made',
    ]);
  });

  it('are two statements where two have parts', () => {
    expect(mergeAdditions([inParts(1, 2), addition('three', 3), inParts(4, 5)]).map(spelled)).toEqual([
      expect.stringContaining('addition_0'),
      spelled(inParts(4, 5)),
    ]);
  });

  it('have one name for one combination, and another for another', () => {
    const name = (...asked: Asked[]) => mergeAdditions(asked)[0]!.statement.name;
    const one = name(addition('one', 1), addition('two', 2));
    expect(name(addition('one', 3), addition('two', 4))).toBe(one);
    expect(name(addition('two', 1), addition('one', 2))).not.toBe(one);
  });

  it('stay as they are where they are alone, or something else stands between them', () => {
    const asked = [addition('one', 1), update, addition('two', 2)];
    expect(mergeAdditions(asked)).toEqual(asked);
    expect(mergeAdditions([])).toEqual([]);
  });
});

describe('whatever is asked', () => {
  const insertionPattern = /insert into \w+ (?:values \([^)]*\)|select id, -?\d+)/g;

  const anything = fc.array(
    fc.oneof(
      fc
        .tuple(
          fc.constantFrom('one', 'two', 'three'),
          fc.array(fc.integer(), { minLength: 1, maxLength: 12 }),
        )
        .map(([table, values]) => addition(table, ...values)),
      fc.tuple(fc.integer(), fc.integer()).map((values) => inParts(...values)),
      fc.constant(update),
    ),
    { maxLength: 40 },
  );

  it('is asked once, with its own values, on its own side of everything that is no addition', () => {
    fc.assert(
      fc.property(anything, (asked) => {
        const merged = mergeAdditions(asked);
        const insertions = (all: readonly Asked[]) => {
          const sides: string[][] = [[]];
          for (const one of all) {
            if (one === update) sides.push([]);
            else sides.at(-1)!.push(...(spelled(one).match(insertionPattern) ?? []));
          }
          return sides.map((side) => side.toSorted());
        };
        expect(insertions(merged)).toEqual(insertions(asked));
      }),
    );
  });
});
