import { distance } from 'fastest-levenshtein';

/** Names of eight characters or more allow two edits, names of four to seven characters one, shorter names none. */
const editsMax = 2;
const charactersPerEdit = 4;

/** Returns the name that is closest to `text`: equal apart from case and separators (`phone_number`), or with one or two typing errors. */
export function nearestName(text: string, names: readonly string[]): string | undefined {
  const normalized = normalize(text);
  let nearest: { readonly name: string; readonly edits: number } | undefined;
  for (const name of names) {
    const limit = Math.min(editsMax, Math.floor(name.length / charactersPerEdit));
    if (Math.abs(normalize(name).length - normalized.length) > limit) continue;
    const edits = editsBetween(normalized, normalize(name));
    if (edits <= limit && (nearest === undefined || edits < nearest.edits)) nearest = { name, edits };
  }
  return nearest?.name;
}

const normalize = (name: string): string => name.replaceAll(/[_\s-]/g, '').toLowerCase();

/** Returns the Levenshtein distance; a swap of two neighbouring characters counts as one edit. */
const editsBetween = (left: string, right: string): number =>
  isOneSwapAway(left, right) ? 1 : distance(left, right);

function isOneSwapAway(left: string, right: string): boolean {
  const at = left.split('').findIndex((character, index) => character !== right[index]);
  if (at === -1 || left[at] !== right[at + 1] || left[at + 1] !== right[at]) return false;
  return left.slice(at + 2) === right.slice(at + 2);
}
