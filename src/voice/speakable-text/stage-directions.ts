import { listOfAllLanguages } from '../../domain/languages/languages.ts';

/*
 * Stage directions of language models, such as "*smiles*", "[laughs]" and "(pauses)". They are recognised by their first word, since emphasis and
 * parentheses are also part of what is said.
 */

const directionsOf = (kind: 'single' | 'verbs'): string =>
  listOfAllLanguages(({ textConventions }) => textConventions.stageDirections[kind]);

/** Directions without further words. Within a sentence, asterisks around them are emphasis: "press the *pause* button", "*ride* the bus". */
const single = directionsOf('single');
/** Verbs that begin a direction of several words. */
const verbs = directionsOf('verbs');
const rest = String.raw`[^*_()[\]\n]{1,60}`;
const action = String.raw`(?:\p{L}+ly )?(?:${verbs})(?:,? ${rest})?[.!…]?`;
const content = String.raw`(?:(?:${single}|(?:ride|rit|ri) ${rest})[.!…]?|${action})`;
const sentenceStart = String.raw`(?<=(?:^|[.!?…,:;\n])["']?\s*)`;

const emphases = [
  String.raw`(?<![*\p{L}\p{N}])\*{1,2}CONTENT\*{1,2}(?![*\p{L}])`,
  String.raw`(?<![_\p{L}\p{N}])_CONTENT_(?![_\p{L}])`,
];
const emphasised = emphases.flatMap((emphasis) => [
  emphasis.replace('CONTENT', action),
  sentenceStart + emphasis.replace('CONTENT', content),
]);

/** With the space before it. */
export const stageDirection = new RegExp(
  String.raw`[ \t]*(?:${emphasised.join('|')}|\[${content}\](?!\()|\(${content}\))`,
  'giu',
);
