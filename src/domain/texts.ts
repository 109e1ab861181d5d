import { isLanguageTag, languageTagAdvice, primarySubtag, repeatedTag } from '../core/language-subtags.ts';
import { z } from 'zod';
import type { FieldFault } from '../core/problems.ts';
import { listOf } from './language-tags.ts';

/** Marks texts by language, so that types tell them from other records. */
type ByLanguage = z.core.$brand<'by language'>;

/** `T` with the texts of one language: each text is a plain one. */
export type InOneLanguage<T> = T extends ByLanguage
  ? never
  : T extends readonly (infer Item)[]
    ? InOneLanguage<Item>[]
    : T extends object
      ? { [Key in keyof T]: InOneLanguage<T[Key]> }
      : T;

const maxLanguages = 20;

const tagKey = z
  .string()
  .max(35)
  .refine(isLanguageTag, { error: ({ input }) => languageTagAdvice(input) });

/** Returns the schema of a text, or list of texts, that is either the same in all languages or an object with one value per BCP 47 tag. */
export function perLanguage<Text extends z.ZodType>(text: Text) {
  const byLanguage = z
    .record(tagKey, text)
    .refine((texts) => {
      const { length } = Object.keys(texts);
      return length > 0 && length <= maxLanguages;
    }, `Write the text in 1 to ${maxLanguages} languages.`)
    .refine((texts) => repeatedTag(Object.keys(texts)) === undefined, {
      error: ({ input }) =>
        `The language ${repeatedTag(Object.keys(input as object))} is given twice. The case of a tag has no meaning. Write each language once.`,
    })
    .meta({ description: 'By language (BCP 47).' })
    .brand<'by language'>();
  return z.union([text, byLanguage]);
}

/** Names the texts of a value that can be given per language: `true` for a text, the first item of a list for each of its items. */
export type TextFields = true | readonly [TextFields] | { readonly [field: string]: TextFields };

/** Replaces each text that is given per language. `path` is that of the text, such as `nodes[2].config.text`. */
type ReplaceTexts = (texts: Readonly<Record<string, unknown>>, path: string) => unknown;

/** Returns a copy of a value of any shape with other texts. Parts without texts are shared. */
function replaceTexts(value: unknown, fields: TextFields, replace: ReplaceTexts, path = ''): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (fields === true) return Array.isArray(value) ? value : replace({ ...value }, path);
  if (Array.isArray(value)) {
    const [item] = Array.isArray(fields) ? (fields as readonly [TextFields]) : [];
    return item === undefined
      ? value
      : value.map((one, index) => replaceTexts(one, item, replace, `${path}[${index}]`));
  }
  const changed = Object.entries(fields)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, inner]) => {
      const innerPath = path === '' ? name : `${path}.${name}`;
      return [name, replaceTexts((value as Record<string, unknown>)[name], inner, replace, innerPath)];
    });
  return { ...value, ...Object.fromEntries(changed) };
}

/**
 * Returns a value of any shape with the texts of a language (BCP 47): those of the same tag, else of its primary subtag, else of another region. Texts
 * without the language are those of the first language. Returns the value itself if no text is given per language.
 */
export function inLanguage<T>(value: T, fields: TextFields, tag: string): InOneLanguage<T> {
  let hasTexts = false;
  const replaced = replaceTexts(value, fields, (texts) => {
    hasTexts = true;
    const found = closestLanguage(Object.keys(texts), tag) ?? Object.keys(texts)[0];
    return found === undefined ? undefined : texts[found];
  });
  return (hasTexts ? replaced : value) as InOneLanguage<T>;
}

function closestLanguage(languages: readonly string[], tag: string): string | undefined {
  const wanted = tag.toLowerCase();
  const subtag = primarySubtag(tag);
  return (
    languages.find((one) => one.toLowerCase() === wanted) ??
    languages.find((one) => one.toLowerCase() === subtag) ??
    languages.find((one) => primarySubtag(one) === subtag)
  );
}

/** The texts of a value that are given per language. */
export interface TextLanguages {
  /** Tags of all languages, in the order of their first text; undefined if no text is given per language. */
  readonly languages: readonly string[] | undefined;
  /** Paths of the texts that are given per language. */
  readonly paths: readonly string[];
  /** One fault per text that lacks a language of another text. */
  readonly faults: readonly FieldFault[];
}

/** Tags are case-insensitive (RFC 5646 §2.1.1). */
const includesTag = (tags: readonly string[], tag: string): boolean =>
  tags.some((other) => other.toLowerCase() === tag.toLowerCase());

/** Returns the languages of the texts of a value of any shape. */
export function textLanguages(value: unknown, fields: TextFields): TextLanguages {
  const found: (readonly [path: string, languages: readonly string[]])[] = [];
  replaceTexts(value, fields, (texts, path) => void found.push([path, Object.keys(texts)]));
  const tags = found.flatMap(([, own]) => own);
  const languages = tags
    .filter((tag, index) => !includesTag(tags.slice(0, index), tag))
    .slice(0, maxLanguages + 1);
  const faults = found.flatMap(([path, own]) => {
    const missing = languages.filter((tag) => !includesTag(own, tag));
    if (missing.length === 0) return [];
    const message = `The text is missing in ${listOf(missing)}. Write each text in the same languages, or in one text for all of them.`;
    return [{ path, code: 'missing_language', message }];
  });
  return {
    languages: languages.length === 0 ? undefined : languages,
    paths: found.map(([path]) => path),
    faults,
  };
}

/** Returns whether there are texts in the language (BCP 47). `languages` are those of the texts; undefined if they are the same in all languages. */
export const hasTextsIn = (languages: readonly string[] | undefined, tag: string): boolean =>
  languages === undefined || closestLanguage(languages, tag) !== undefined;
