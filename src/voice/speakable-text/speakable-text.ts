import { regionSubtag } from '../../core/language-subtags.ts';
import { findLanguage } from '../../domain/languages/languages.ts';
import type { Rule, SpokenLanguage } from '../../domain/languages/spoken-language.ts';
import { abbreviationRules, nameRules, symbolRules } from './abbreviations.ts';
import { addressRules, schemeRule } from './addresses.ts';
import { codeRules } from './codes.ts';
import { dateRules } from './dates.ts';
import { moneyRules } from './money.ts';
import { numberRules } from './numbers.ts';
import { phoneRules } from './phone-numbers.ts';
import { rewrite, type SpokenText } from './rewrite.ts';
import { stripMarkup } from './strip-markup.ts';
import { timeRules } from './times.ts';

/** A longer text is cut. */
const maxCharacters = 10_000;
/** Language tags whose rules are kept. Further tags discard the oldest. */
const maxTags = 50;
const rulesOfTag = new Map<string, readonly Rule[]>();

/**
 * Returns the text for a voice that reads numbers and dates itself: without Markdown, stage directions, emoji, control characters and the schemes of
 * URLs, and otherwise unchanged.
 */
export const plainSpeech = (text: string): SpokenText =>
  rewrite(stripMarkup(text.slice(0, maxCharacters)), [schemeRule]);

/**
 * Returns the text as `plainSpeech` does, with numbers, money, dates, times, phone numbers, codes, addresses and abbreviations written out as words.
 * What has no certain reading is unchanged, and so are texts in a language that Parley does not have. `tag` is a BCP 47 tag.
 */
export function speakableText(text: string, tag: string): SpokenText {
  return rewrite(stripMarkup(text.slice(0, maxCharacters)), rulesOf(tag));
}

function rulesOf(tag: string): readonly Rule[] {
  const known = rulesOfTag.get(tag);
  if (known !== undefined) return known;
  const language = findLanguage(tag)?.spoken(regionSubtag(tag));
  const rules = language === undefined ? [schemeRule] : createRules(language);
  const [oldest] = rulesOfTag.keys();
  if (rulesOfTag.size >= maxTags && oldest !== undefined) rulesOfTag.delete(oldest);
  rulesOfTag.set(tag, rules);
  return rules;
}

/** The order decides between readings: a telephone number is no sum of money, and a date is no fraction. */
const createRules = (language: SpokenLanguage): readonly Rule[] => [
  ...addressRules(language),
  ...nameRules(language),
  ...dateRules(language),
  ...language.rules,
  ...phoneRules(language),
  ...timeRules(language),
  ...codeRules(language),
  ...moneyRules(language),
  ...numberRules(language),
  ...abbreviationRules(language),
  ...symbolRules(language),
];
