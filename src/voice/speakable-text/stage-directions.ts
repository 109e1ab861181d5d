/*
 * Stage directions of language models, such as "*smiles*", "[laughs]" and "(pauses)". They are recognised by their first word, since emphasis and
 * parentheses are also part of what is said.
 */

/** Directions without further words. Within a sentence, asterisks around them are emphasis: "press the *pause* button", "*ride* the bus". */
const single = [
  'pause|beat|silence|long pause|short pause|brief pause|laughter|sigh|smile|chuckle|giggle|ride|rit|ri',
  'silencio|pausa|pausa larga|pausa corta|risas|risa|suspiro|sonrisa',
  'rires|rire|soupir|sourire|petite pause|longue pause',
  'Pause|kurze Pause|lange Pause|Stille|Lachen|Seufzen|Seufzer',
  'silêncio|risos|riso|sorriso|suspiro',
  'silenzio|risate|risata|sorriso|sospiro',
  'stilte|pauze|korte pauze|gelach|zucht',
].join('|');
/** Verbs that begin a direction of several words. */
const verbs = [
  'laughs|laughing|chuckles|chuckling|smiles|smiling|sighs|sighing|pauses|pausing|giggles|giggling|whispers|whispering|nods|nodding|coughs|grins|winks|shrugs|gasps|inhales|exhales|clears (?:his|her|their|my|your)? ?throat|takes a (?:deep )?breath',
  'ríe|se ríe|riendo|sonríe|sonriendo|suspira|suspirando|susurra|asiente|carraspea|hace una pausa',
  'riant|en riant|sourit|en souriant|soupire|en soupirant|chuchote|hoche la tête|fait une pause',
  'lacht|lachend|lächelt|lächelnd|seufzt|seufzend|flüstert|nickt|räuspert sich|macht eine Pause',
  'rindo|sorri|sorrindo|suspira|suspirando|sussurra|acena|faz uma pausa',
  'ridendo|sorride|sorridendo|sospira|sospirando|sussurra|annuisce|fa una pausa',
  'glimlacht|glimlachend|zucht|zuchtend|fluistert|knikt|schraapt (?:haar|zijn) keel|pauzeert',
].join('|');
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
