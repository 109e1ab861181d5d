import type { Sentences } from '../language.ts';

/** The sentences of English. */
export const englishSentences: Sentences = {
  reminder: 'Are you still there?',
  fillers: ['One moment, please.', 'Just a moment.', 'Please bear with me.'],
  offer: "I'm sorry, this is taking longer than usual. You can hold on, or ask me something else.",
  apology: "I'm sorry, I'm having some trouble right now. Could you say that again?",
  notUnderstood: "Sorry, I didn't catch that.",
  keypad: {
    yesNo: 'You can also use your keypad: press 1 for yes, or 2 for no.',
    choice: (names) =>
      `You can also use your keypad: ${names.map((name, index) => `press ${index + 1} for ${name}`).join(', ')}.`,
    digits: 'You can also use your keypad: enter the digits, then press pound.',
    date: 'You can also use your keypad: enter the month and the day as four digits, then press pound.',
  },
  readBack: {
    date: 'Did you say {{candidate}}?',
    value: 'I heard {{candidate}}. Is that right?',
    spelled: 'I heard {{candidate}}, {{spelled}}. Is that right?',
  },
  optOut: 'I am sorry. We will not call you again. Goodbye.',
  wrongNumber: 'I am sorry to have disturbed you. Goodbye.',
  introduction: 'Hello, this is {{agent.name}}.',
  whoIsThis: 'This is {{agent.name}}, an automated assistant.',
  recordingConsent: {
    question: 'May I record this call?',
    given: 'Thank you. This call is now being recorded.',
    refused: 'All right, this call will not be recorded.',
  },
  callback: {
    question: 'When shall we call you back?',
    agreed: 'We will call you back on {{heard.date_time}}.',
    otherTime: 'What day and time would suit you?',
  },
  person: {
    offer: 'Everyone is busy at the moment, but a colleague can call you back.',
    agreed: 'A colleague will call you back on {{heard.date_time}}.',
    goodbye: 'A colleague will call you back. Goodbye.',
  },
  goodbye: 'Goodbye.',
  keywords: {
    stop: (sender) =>
      `${sender}: You are unsubscribed and will receive no more messages. Reply START to resubscribe.`,
    start: (sender) => `${sender}: You will receive messages again. Reply STOP to unsubscribe.`,
    help: (sender) => `These are messages of ${sender}. Reply STOP to unsubscribe.`,
  },
};
