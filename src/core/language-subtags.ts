/** Returns the primary language subtag of a BCP 47 tag (RFC 5646 §2.2.1) in lower case, since tags are case-insensitive (§2.1.1). */
export const primarySubtag = (tag: string): string => tag.split('-', 1)[0]!.toLowerCase();

/** Returns the ISO 3166-1 code of a BCP 47 tag (RFC 5646 §2.2.4) in upper case; undefined if the tag has none. */
export const regionSubtag = (tag: string): string | undefined =>
  tag
    .split('-')
    .slice(1)
    .find((subtag) => /^[a-z]{2}$/i.test(subtag))
    ?.toUpperCase();

let displayNames: Intl.DisplayNames | undefined;

/** Returns the English name of a language; undefined if Unicode CLDR has none. The names are loaded at the first use. */
function englishNameOf(tag: string): string | undefined {
  displayNames ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return displayNames.of(tag);
}

/** Returns whether the text is a well-formed BCP 47 tag (RFC 5646 §2.1) whose primary subtag is a language that Unicode CLDR knows. */
export function isLanguageTag(text: string): boolean {
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    return tag !== undefined && englishNameOf(primarySubtag(tag)) !== undefined;
  } catch {
    return false;
  }
}

const alphabet = [...'abcdefghijklmnopqrstuvwxyz'];

/** Tags of two letters by the English names of the languages in lower case. Loaded when a tag is first rejected. */
let tagsByName: ReadonlyMap<string, string> | undefined;

const loadTagsByName = (): ReadonlyMap<string, string> =>
  new Map(
    alphabet
      .flatMap((first) => alphabet.map((second) => first + second))
      .flatMap((tag) => {
        const name = englishNameOf(tag);
        return name === undefined ? [] : [[name.toLowerCase(), tag] as const];
      }),
  );

/** Returns a sentence that says what to write instead of a text that is not a language tag. */
export function languageTagAdvice(text: unknown): string {
  tagsByName ??= loadTagsByName();
  const tag = tagsByName.get(String(text).trim().toLowerCase());
  return tag === undefined
    ? 'Write a BCP 47 language tag such as en-US, with the code of a language that exists.'
    : `Write the BCP 47 language tag ${tag}, or one with a region such as ${new Intl.Locale(tag).maximize().baseName.replace(/-[A-Z][a-z]{3}/, '')}.`;
}

/** Returns the first tag that is a repetition of an earlier one in another case; undefined if there is none. */
export function repeatedTag(tags: readonly string[]): string | undefined {
  const lower = tags.map((tag) => tag.toLowerCase());
  return tags.find((_tag, index) => lower.indexOf(lower[index]!) < index);
}
