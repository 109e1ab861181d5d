import type { Statement } from './queryable.ts';

/** What is sent to the server: a statement and its values. */
export interface Asked {
  readonly statement: Statement;
  readonly values: readonly unknown[];
}

/** So many become one statement at most: each combination is prepared once on every connection. */
const togetherMax = 8;
const combinationsMax = 256;
const combinations = new Map<string, Statement>();

/** Additions that follow each other become one statement each time: one to parse, to plan and to answer in place of several. */
export function mergeAdditions(asked: readonly Asked[]): Asked[] {
  const merged: Asked[] = [];
  let open: Asked[] = [];
  const close = () => {
    if (open.length > 0) merged.push(mergeAll(open));
    open = [];
  };
  for (const one of asked) {
    if (!canJoin(open, one)) close();
    if (one.statement.isAddition === true) open.push(one);
    else merged.push(one);
  }
  close();
  return merged;
}

const hasParts = ({ statement }: Asked): boolean => statement.text.startsWith('with ');

/** A part that changes data stands at the top of a statement, so of those that have parts only one can join (PostgreSQL 18, 7.8.4). */
function canJoin(open: readonly Asked[], { statement }: Asked): boolean {
  if (statement.isAddition !== true || open.length >= togetherMax) return false;
  return !(statement.text.startsWith('with ') && open.some(hasParts));
}

function mergeAll(together: readonly Asked[]): Asked {
  if (together.length === 1) return together[0]!;
  const main = Math.max(together.findIndex(hasParts), 0);
  const ordered = [...together.filter((_one, index) => index !== main), together[main]!];
  return { statement: statementOf(ordered), values: ordered.flatMap(({ values }) => values) };
}

/** The last of them is the statement, the others its parts. */
function statementOf(ordered: readonly Asked[]): Statement {
  const key = ordered.map(({ statement }) => statement.text).join(';');
  const known = combinations.get(key);
  if (known !== undefined) return known;
  let before = 0;
  const texts = ordered.map(({ statement, values }) => {
    const text = numberedFrom(before, statement.text);
    before += values.length;
    return text;
  });
  const main = texts.pop()!;
  const parts = texts.map((text, index) => `addition_${index} as (${text})`).join(', ');
  const text = main.startsWith('with ')
    ? `with ${parts}, ${main.slice('with '.length)}`
    : `with ${parts} ${main}`;
  if (combinations.size >= combinationsMax) return { text, isAddition: true };
  const made = { name: `additions_${combinations.size}`, text, isAddition: true };
  combinations.set(key, made);
  return made;
}

const numberedFrom = (before: number, text: string): string =>
  text.replaceAll(/\$(\d+)/g, (_all, place: string) => `$${before + Number(place)}`);
