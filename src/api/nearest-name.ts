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

/** How many characters are to be put in, left out, changed, or swapped with their neighbour (optimal string alignment). */
function editsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const above = rows[row - 1]!;
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = above[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const swapped = isSwap ? rows[row - 2]![column - 2]! + 1 : Infinity;
      line.push(Math.min(above[column]! + 1, line[column - 1]! + 1, changed, swapped));
    }
    rows.push(line);
  }
  return rows[one.length]![other.length]!;
}
