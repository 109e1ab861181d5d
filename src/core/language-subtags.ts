/** Returns the primary language subtag of a BCP 47 tag (RFC 5646 §2.2.1) in lower case, since tags are case-insensitive (§2.1.1). */
export const primarySubtag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

/** Returns the ISO 3166-1 code of a BCP 47 tag (RFC 5646 §2.2.4) in upper case; undefined if the tag has none. */
export const regionSubtag = (tag: string): string | undefined =>
  tag
    .split('-')
    .slice(1)
    .find((subtag) => /^[a-z]{2}$/i.test(subtag))
    ?.toUpperCase();
