import { distance } from 'fastest-levenshtein';

/** Of a name that is longer than eight characters, so many may be wrong; of a shorter one, one; of one below four, none. */
const editsMost = 2;
const charactersPerEdit = 4;

/** Which of `names` was likely meant by `text`: the same in another spelling (`phone_number`), or a slip or two away. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const asked = plain(text);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const most = Math.min(editsMost, Math.floor(name.length / charactersPerEdit));
    if (Math.abs(plain(name).length - asked.length) > most) continue;
    const edits = editsBetween(asked, plain(name));
    if (edits <= most && (nearest === undefined || edits < nearest.edits)) nearest = { name, edits };
  }
  return nearest?.name;
}

const plain = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** Levenshtein distance, in which two neighbouring characters that changed places count as one edit. */
const editsBetween = (one: string, other: string): number =>
  isOneSwapAway(one, other) ? 1 : distance(one, other);

function isOneSwapAway(one: string, other: string): boolean {
  const at = one.split('').findIndex((character, index) => character !== other[index]);
  if (at === -1 || one[at] !== other[at + 1] || one[at + 1] !== other[at]) return false;
  return one.slice(at + 2) === other.slice(at + 2);
}
