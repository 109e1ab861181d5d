/** Requests without a question mark. */
const request =
  /\b(?:please|reply|respond|answer|let (?:us|me) know|tell (?:us|me)|send (?:us|me)|choose)\b/i;
/** Instructions that every message contains, such as those to opt out, are no requests. */
const optOutNotice = /\b(?:reply|text|send|answer)\b[^.!?\n]{0,20}\b(?:stop|help)\b[^.!?\n]*[.!?]?/gi;

/** Returns whether the text expects an answer. */
export function isQuestion(text: string): boolean {
  const asked = text.replaceAll(optOutNotice, '');
  return asked.includes('?') || request.test(asked);
}

/** The answers of an agreeing person, by what the text asks for. The first match applies. */
const answers: readonly (readonly [pattern: RegExp, answer: string])[] = [
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
  [/\b(?:anything else|further questions|other questions|something else)\b/i, 'No, that is all. Thank you!'],
  [/\bhow (?:are you|is it going)\b/i, 'Fine, thank you.'],
];

/** Returns the answer of a person who agrees to everything and answers every question plausibly. */
export function agreeableAnswer(text: string): string {
  const asked = text.replaceAll(optOutNotice, '');
  if (!isQuestion(text)) return 'Yes, that works for me. Thank you!';
  return answers.find(([pattern]) => pattern.test(asked))?.[1] ?? 'Yes, please.';
}
