/* What is expected after a call is answered. The recogniser with a closed vocabulary, which needs whole sentences, understands only English. */

/** Greetings of people. */
export const humanGreetings = [
  'hello',
  'hi',
  'hey',
  'hello who is this',
  'yes',
  'yes hello',
  'speaking',
  'good morning',
  'good afternoon',
  'this is speaking',
];

/** Whole sentences of voicemail, IVR menus and assistants, for recognisers with a closed vocabulary. */
export const recordedSentences = [
  'please leave a message after the tone',
  'please leave a message after the beep',
  'please leave your message after the tone',
  'the person you are calling is not available',
  'the person you are trying to reach is not available',
  "i can't take your call right now",
  'i am not available right now',
  "i'm not available right now",
  "i'm sorry i can't come to the phone right now",
  'you have reached the voicemail of',
  'at the tone please record your message',
  'please state your name and the reason for your call',
  'please say your name and why you are calling',
  'for sales press one',
  'for support press two',
  'for appointments press one',
  'for anything else press two',
  'please press one or two',
  'thank you for calling',
];

/** Whole sentences of call-screening assistants after the agent has introduced itself. */
export const holdingSentences = [
  'thank you',
  'thanks',
  'thank you connecting you now',
  'connecting you now',
  'thank you please stay on the line',
  'thanks please stay on the line',
  'please stay on the line',
  'please hold the line',
  'please hold',
  'one moment please',
  'hold on please',
];
