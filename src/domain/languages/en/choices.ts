import { createChoiceParser } from '../../understanding/choice-parser.ts';
import { readBelow100, readCardinal, readOrdinal, readSmall } from '../../understanding/numbers.ts';
import { wordAt } from '../../understanding/words.ts';
import { englishWords } from './words.ts';

/** Whether "one" is a pronoun: "the first one", "the one", "that one". */
const isPronoun = (words: readonly string[], index: number): boolean =>
  words[index] === 'one' &&
  (/^(?:the|last|a)$/.test(wordAt(words, index - 1)) || readOrdinal(words, index - 1) !== undefined);

const numbers = {
  readCardinal,
  readBelow100,
  readOrdinal,
  readSmall: (words: readonly string[], index: number) =>
    isPronoun(words, index) ? undefined : readSmall(words, index),
};

/** Finds the choice in an English text. */
export const parseEnglishChoice = createChoiceParser(englishWords, numbers, {
  options: 'option options number choice answer alternative item one',
  last: 'last',
  requests: /(?<!\p{L})(?:please)(?!\p{L})/giu,
  leadIns:
    'i would will like want to take have go for with prefer choose pick the a an it is be yes yeah ok okay then so let us my me say think guess going',
  corrections: 'no|sorry|i mean|i meant|wait|rather|make that|make it|correction|scratch that|but',
  negations:
    'not|never|no|nobody|none|nothing|neither|nor|no way|hate|dislike|detest|loathe|refuse to|avoid|forget|anything but|everything but|all but|nothing but|rather not|no thanks|hell no|ugly|awful|horrible|terrible|too expensive|impossible|least of all|over my dead body|far from|out of the question|last thing|bad idea|reluctant|ruled out|hesitate to|anything rather than|off the table|i work|at work|busy|bad|too early|too late|too complicated|too far|too much',
  exceptions:
    'except|except for|excluding|without|instead of|rather than|apart from|other than|besides|anything except|save for',
  harmless:
    'no problem|no problems|no worries|no doubt|no question|no rush|nothing else|not a problem|is not it|not bad|not too late|not bothered|no matter|if possible|if you can|if i may|if that is ok|if you do not mind',
  reasons:
    'can not make it|can not make|can not come|can not attend|can not be there|will not be able to|not able to make|not able to come|not able to attend|will not make it|will not be there|will not come|am not coming|are not coming|do not have time|not well|not feeling|not going to make it|no longer need|do not need it anymore|do not need the appointment anymore|no time|not any more|no longer able|not available|no car|not sure why',
  clauseStarts: 'because|since|as i|as we|cause|so|therefore|and need|and want|and would|and have to',
  complements: 'that',
  joiners: 'and or nor either also',
  plain:
    'i we you it that this do does did is are am will would can could should want wanted like need think going to be have take one so sure really at all yet now today definitely certainly absolutely please me us for with a the my ever in life chance thanks maybe rather prefer means circumstances course under no by all is not possible',
  past: 'i had|i had the|had i|we had|was last time|i used to have|used to have',
  otherTimes: 'last time|used to|in the past|previously|otherwise|unless|already had|only if',
  questions:
    'who|whose|what is|what does|what about|what would|what do|what if|what happens|how much|how do|how does|how can|how long|how many|how is|how about|which|why|where|when is|when does|when can|is|are|does|do you|did|have you|is there|tell me about|explain|should i|if|is it possible|would it be possible|could it be|can it be',
  persons:
    'daughter son husband wife mother mom mum father dad child children kid kids friend boyfriend girlfriend sister brother boss colleague dog cat he she they',
  opinions: 'likes like loves love prefers prefer hates hate says said thinks told tells wants',
});
