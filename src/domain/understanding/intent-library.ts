import type { PhraseSet } from './phrases.ts';

const hours = ['eight', 'nine', 'ten', 'eleven', 'twelve', 'one', 'two', 'three', 'four', 'five', 'six'];
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** When people ask to be called back, for recognisers that know whole utterances only. */
const callbackTimes = [
  'later',
  'tomorrow',
  'tomorrow morning',
  'tomorrow afternoon',
  'this afternoon',
  'this evening',
  'next week',
  'in an hour',
  'in two hours',
  'in half an hour',
  'after lunch',
  'after work',
  'tonight',
  ...hours.map((hour) => `tomorrow at ${hour}`),
  ...weekdays.flatMap((day) => [`on ${day}`, `on ${day} morning`, `next ${day}`, `next ${day} morning`]),
];

/** Things people say whatever they are asked, by what they mean. Flows take their phrases from here. */
export const intentLibrary = {
  callback: [
    'call me back',
    'call back',
    'call me later',
    'call again',
    'ring me back',
    'can you call me back',
    'not a good time',
    "i'm busy",
    "i'm busy right now",
    "i'm driving",
    "i can't talk right now",
    ...callbackTimes.map((time) => `call me back ${time}`),
  ],
  optOut: [
    'stop calling me',
    'stop calling',
    "don't call me",
    "don't call me again",
    "don't call again",
    'do not call',
    'never call me again',
    'take me off your list',
    'take me off the list',
    'remove me from your list',
    'remove my number',
    'unsubscribe',
    'leave me alone',
  ],
  wrongNumber: [
    'wrong number',
    'you have the wrong number',
    'wrong person',
    'you have the wrong person',
    'nobody by that name',
    'no one by that name',
    "doesn't live here",
    "i don't know that person",
  ],
  person: [
    'speak to a person',
    'talk to a person',
    'speak to a human',
    'talk to a human',
    'i want to speak to a person',
    'i want to talk to a human',
    "i'd like to speak to a person",
    'can i speak to a person',
    'can i talk to someone',
    'speak to someone',
    'real person',
    'representative',
  ],
  notInterested: ["i'm not interested", 'not interested', "i don't need it"],
  voicemail: [
    'leave a message',
    'leave your message',
    'leave your name and number',
    'after the tone',
    'after the beep',
    'is not available',
    'not available right now',
    'reached the voicemail',
    'reached voicemail',
  ],
  repeat: [
    'repeat that',
    'can you repeat that',
    'say that again',
    'say again',
    'come again',
    'what did you say',
    "i didn't hear you",
    'pardon',
    'pardon me',
    'what was that',
  ],
  holdOn: [
    'hold on',
    'one moment',
    'one second',
    'just a moment',
    'just a second',
    'give me a second',
    'wait a minute',
  ],
} as const satisfies Record<string, readonly string[]>;

/** Understood in every question, without an edge: the prompt is spoken again, or more time is given. */
export const courtesyIntents: readonly PhraseSet[] = [
  { id: 'repeat', phrases: intentLibrary.repeat },
  { id: 'hold-on', phrases: intentLibrary.holdOn },
];
