import type { TestLanguage } from '../../core/test-addresses.ts';

type Answer = readonly [pattern: RegExp, answer: string];

/** How an agreeing person of one language reads and answers messages. */
interface AnswerRules {
  /** Requests without a question mark. */
  readonly request: RegExp;
  /** Instructions that every message contains, such as those to opt out, are no requests. */
  readonly optOutNotice: RegExp;
  /** The answers by what the text asks for. The first match applies. */
  readonly answers: readonly Answer[];
  /** The answer to any other question. */
  readonly yes: string;
  /** The answer to a text that asks nothing. */
  readonly agreement: string;
}

const english: AnswerRules = {
  request: /\b(?:please|reply|respond|answer|let (?:us|me) know|tell (?:us|me)|send (?:us|me)|choose)\b/i,
  optOutNotice: /\b(?:reply|text|send|answer)\b[^.!?\n]{0,20}\b(?:stop|help)\b[^.!?\n]*[.!?]?/gi,
  answers: [
    [/\b(?:yes or no|y\/n|yes\/no|reply yes|answer yes)\b/i, 'YES'],
    [/\b(?:reply|press|send|choose|answer|enter|option)\b[^.?!\n]{0,30}\b1\b/i, '1'],
    [/\be-?mail address\b|\bwhich e-?mail\b/i, 'It is alex@example.com.'],
    [/\b(?:phone|mobile|callback) number\b/i, 'You can reach me at +1 202 555 0100.'],
    [/\b(?:zip|postal) code\b/i, '20500'],
    [/\b(?:address|where do you live|(?:which|what|your) street)\b/i, '12 Main Street, Springfield.'],
    [/\b(?:code|reference|order number|account number|digits)\b/i, '1234'],
    [/\bdate of birth\b|\bborn\b/i, '2 March 1985'],
    [/\b(?:your|full|first|last) name\b|\bwho am i\b/i, 'My name is Alex Morgan.'],
    [/\bhow (?:many|much|long)\b|\bnumber of\b|\bquantity\b/i, 'Two.'],
    [
      /\b(?:when|what time|which time|which day|what day|date|another time)\b/i,
      'Tomorrow at ten works for me.',
    ],
    [/\b(?:why|what for|reason)\b/i, 'Because it suits me best.'],
    [
      /\b(?:anything else|further questions|other questions|something else)\b/i,
      'No, that is all. Thank you!',
    ],
    [/\bhow (?:are you|is it going)\b/i, 'Fine, thank you.'],
  ],
  yes: 'Yes, please.',
  agreement: 'Yes, that works for me. Thank you!',
};

const german: AnswerRules = {
  request:
    /\b(?:bitte|antworten sie|schreiben sie (?:uns|mir)|sagen sie (?:uns|mir)|senden sie (?:uns|mir))\b/i,
  optOutNotice:
    /\b(?:mit|antworten sie|antworte|senden sie|schreiben sie)\b[^.!?\n]{0,20}\b(?:stopp?|hilfe)\b[^.!?\n]*[.!?]?/gi,
  answers: [
    [/\b(?:ja oder nein|ja\/nein|mit ja)\b/i, 'JA'],
    [/\b(?:antworten|drücken|senden|wählen|schreiben|option)\b[^.?!\n]{0,30}\b1\b/i, '1'],
    [/\be-?mail-?adresse\b|\bwelche e-?mail\b/i, 'alex@example.com'],
    [/\b(?:telefon|handy|rückruf|mobil)nummer\b/i, 'Sie erreichen mich unter 0171 3920000.'],
    [/\b(?:plz|postleitzahl)\b/i, '10115'],
    [/\b(?:adresse|anschrift|wo wohnen sie|welche[rn]? straße)\b/i, 'Hauptstraße 12 in Musterstadt.'],
    [/(?:\bcode\b|nummer\b|\baktenzeichen\b|\bziffern\b)/i, '1234'],
    [/\bgeburtsdatum\b|\bgeboren\b/i, '2. März 1985'],
    [/\b(?:ihr|vor- und nach|voller|nach|vor)\s?name\b|\bwie heißen sie\b/i, 'Ich heiße Alex Winter.'],
    [/\bwie (?:viele|viel|lange)\b|\banzahl\b/i, 'Zwei.'],
    [
      /\b(?:wann|um wie viel uhr|welche[rnms]? (?:uhrzeit|tag|zeit)|datum|uhrzeit)\b/i,
      'Morgen um zehn Uhr passt mir.',
    ],
    [/\b(?:warum|wieso|weshalb|grund)\b/i, 'Weil es mir am besten passt.'],
    [/\b(?:sonst noch|noch fragen|weitere fragen|noch etwas)\b/i, 'Nein, das ist alles. Danke!'],
    [/\bwie geht/i, 'Gut, danke.'],
  ],
  yes: 'Ja, gerne.',
  agreement: 'Ja, das passt mir. Danke!',
};

const rulesByLanguage: Readonly<Record<TestLanguage, AnswerRules>> = { en: english, de: german };

/** Returns whether the text expects an answer. */
export function isQuestion(text: string, language: TestLanguage): boolean {
  const { request, optOutNotice } = rulesByLanguage[language];
  const asked = text.replaceAll(optOutNotice, '');
  return asked.includes('?') || request.test(asked);
}

/** Returns the answer of a person who agrees to everything and answers every question plausibly. */
export function agreeableAnswer(text: string, language: TestLanguage): string {
  const { optOutNotice, answers, yes, agreement } = rulesByLanguage[language];
  if (!isQuestion(text, language)) return agreement;
  const asked = text.replaceAll(optOutNotice, '');
  return answers.find(([pattern]) => pattern.test(asked))?.[1] ?? yes;
}
