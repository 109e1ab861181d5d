import type { Listening } from '../listening.ts';

export const englishListening: Listening = {
  acknowledgements:
    'okay|ok|right|yeah|yep|yup|sure|i see|got it|alright|all right|fine|cool|good|great|i understand|of course',
  interrupts:
    "wait|stop|hold on|hold up|hang on|one moment|just a moment|just a second|one second|excuse me|listen|no no|no wait|no stop|let me|shut up|be quiet|sorry|that's enough",
  danglingWords:
    "and|or|but|so|because|um|uh|er|the|a|an|to|of|for|with|at|on|in|my|is|it's|i|if|that|then|maybe|like",
  dictation: {
    oneDigit: 'zero|oh|o|nought|one|two|three|four|five|six|seven|eight|nine|double|triple',
    twoDigits: /^(?:ten|eleven|twelve|.+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)$/,
    requests: {
      amount: String.raw`\bhow (?:many|much)\b|\bnumber of\b`,
      email: String.raw`\be-?mail`,
      zip: String.raw`\bzip\b|\bpost ?codes?\b|\bpostal code\b`,
      address: String.raw`\baddress`,
      phone: String.raw`phone\b|\bmobil|\bcell\b`,
      number: String.raw`\bnumber\b|\bdigits?\b|\bcode\b|\biban\b`,
      spelling: String.raw`\bspell|\bletter`,
    },
    spelledAs: 'as in',
    spelledAsAfterConsonant: 'for|like',
    atSign: 'at',
    dot: 'dot',
    streets: String.raw`\b(?:street|avenue|road|lane|drive|boulevard)\b`,
    yesOrNo: 'yes|yeah|yep|no|nope|sure|okay|correct|right',
  },
  greetings: {
    tone: 'after the beep|after the tone|at the tone|at the beep|wait for the beep|wait for the tone',
    recording:
      "leave a message|leave your message|leave me a message|leave your name|record your message|can't take your call|cannot take your call|unable to take your call|i can't come to the phone|we can't come to the phone|person you are calling|person you are trying to reach|customer you are calling|number you have dialed|voicemail of|voicemail for|voice mailbox|voicemail box|voicemail service|reached the voicemail|reached my voicemail|forwarded to voicemail|voice messaging system|mailbox of|mailbox is full|reached the mailbox|call has been forwarded|finished recording",
    offer:
      "like to leave|want to leave|can you leave|could you leave|can i take a message|may i take a message|how can i help|how may i help|how can we help|can i help you|may i help you|what can i do for you|who is this|who's this|who am i speaking|whom am i speaking|what is it about|what is this about|what's this about",
    screening:
      "state your name|say your name|who is calling|who's calling|reason for your call|reason for calling|screening service|call assist|before i try to connect|i'll see if this person is available",
    menu: 'press one|press two|press zero|main menu|following options|menu options|your call is important|for sales|for english|business hours are',
    undecided:
      "thank you for calling|thanks for calling|welcome to|you have reached|you've reached|not available|can't come to the phone|get back to you|voicemail|mailbox",
    holding:
      'connecting you|connect you|putting you through|stay on the line|hold the line|please hold|hold on|one moment|just a moment',
    thanks: 'thank you|thanks',
  },
};
