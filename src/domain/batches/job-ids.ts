const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const prefixCharacters = 'job_'.length + 18;
const countCharacters = 5;

/**
 * Returns a function that creates the job ids of a batch. Each id has the time and most of the random bits of `baseId`, and a counter of
 * 25 bits, so that the ids sort in row order (RFC 9562 §6.2, method 1).
 */
export function jobIds(baseId: string): (index: number) => string {
  const before = baseId.slice(0, prefixCharacters);
  const after = baseId.slice(prefixCharacters + countCharacters);
  return (index) => before + base32(index) + after;
}

function base32(count: number): string {
  let text = '';
  for (let shift = 20; shift >= 0; shift -= 5) text += crockford[(count >> shift) & 31];
  return text;
}
