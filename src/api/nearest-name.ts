import { distance } from 'fastest-levenshtein';

/** Maximum edits: two for names of at least eight characters, one from four characters, none below. */
const editsMost = 2;
const charactersPerEdit = 4;

/** Returns the closest of `names` to `text`: the same name in another style (`phone_number`), or with one or two typing errors. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const normalized = plain(text);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const most = Math.min(editsMost, Math.floor(name.length / charactersPerEdit));
    if (Math.abs(plain(name).length - normalized.length) > most) continue;
    const edits = editsBetween(normalized, plain(name));
    if (edits <= most && (nearest === undefined || edits < nearest.edits)) nearest = { name, edits };
  }
  return nearest?.name;
}

const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** Returns the Levenshtein distance; a swap of two neighbouring characters counts as one edit. */
const editsBetween = (one: string, other: string): number =>
  isOneSwapAway(one, other) ? 1 : distance(one, other);

function isOneSwapAway(one: string, other: string): boolean {
  const at = one.split('').findIndex((character, index) => character !== other[index]);
  if (at === -1 || one[at] !== other[at + 1] || one[at + 1] !== other[at]) return false;
  return one.slice(at + 2) === other.slice(at + 2);
}
