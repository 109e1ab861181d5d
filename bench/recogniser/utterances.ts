import type { SpeechToTextEvent } from '../../src/contracts/speech-to-text.ts';
import type { Expectation } from '../../src/core/expectation.ts';
import { demoFlow } from '../../src/domain/demo-flow.ts';
import { expectationFor } from '../../src/domain/flow/expectation.ts';
import { flowIn, CallFlowInput } from '../../src/domain/flow/flow.ts';
import { graphOf } from '../../src/domain/flow/graph.ts';
import { languageOf } from '../../src/domain/languages/languages.ts';

type EndedTranscript = Extract<SpeechToTextEvent, { type: 'transcript-ended' }>;

/** A question with its possible answers. */
export interface Question {
  readonly name: string;
  readonly expectation: Expectation;
  readonly answers: readonly string[];
  /** Returns whether a transcript has the same meaning as the spoken answer. */
  isSameMeaning(transcript: EndedTranscript, spokenText: string): boolean;
}

const flow = flowIn(CallFlowInput.parse(demoFlow), 'en');
const splitPhrases = (texts: string): string[] => texts.split(', ');

/** Returns a question of the demo's flow, with all other phrases that the flow accepts there. */
function demoQuestion(name: string, nodeId: string, answers: readonly string[]): Question {
  const node = flow.nodes.find(({ id }) => id === nodeId)!;
  const expectation = expectationFor(graphOf(flow, languageOf('en')), node, 'answer');
  const idOf = (text: string) => expectation.phrases.find((phrase) => phrase.text === text)?.id;
  const isSameMeaning = ({ text, match }: EndedTranscript, spokenText: string) =>
    text === spokenText || (match !== undefined && match.phraseId === idOf(spokenText));
  return { name, expectation, answers, isSameMeaning };
}

export const questions: readonly Question[] = [
  demoQuestion(
    'yes or no',
    'greeting',
    splitPhrases(
      "yes, yeah, yes please, sure, yes i can, no, nope, no thank you, no i can't, another day, reschedule, call me back later, " +
        'wrong number, stop calling me, not interested, speak to a person, who is this, hold on, okay, that works',
    ),
  ),
  demoQuestion(
    'date',
    'when',
    splitPhrases(
      'tomorrow, next friday, half past ten, wednesday afternoon, monday at nine, tuesday at two, thursday, tuesday, ' +
        'thursday at three thirty, march third, the day after tomorrow, in two weeks, tomorrow at ten, friday morning, the thirteenth, ' +
        'the thirtieth, on sunday, january fifteenth, two p m, eleven thirty a m',
    ),
  ),
  {
    name: 'number',
    expectation: { id: 'number', phrases: [], forms: ['number'] },
    answers: splitPhrases(
      'thirteen, thirty, fourteen, forty, fifteen, fifty, sixteen, sixty, seventeen, seventy, eighteen, eighty, nineteen, ninety, ' +
        'two, one hundred and five, forty two',
    ),
    isSameMeaning: ({ text }, spokenText) => text === spokenText,
  },
];

/** A flow whose questions have no intents except the universal ones. */
const flowWithoutIntents = flowIn(
  CallFlowInput.parse({
    name: 'Without intents',
    startNodeId: 'yes_no',
    nodes: [
      ...(['yes_no', 'date_time', 'number', 'digits'] as const).map((expect) => ({
        id: expect,
        type: 'ask' as const,
        config: { prompt: 'Well?', variable: 'answer', expect },
      })),
      { id: 'talk', type: 'conversation' as const, config: {} },
    ],
    edges: [],
  }),
  'en',
);

function questionWithoutIntents(name: string, nodeId: string, answers: readonly string[]): Question {
  const node = flowWithoutIntents.nodes.find(({ id }) => id === nodeId)!;
  const expectation = expectationFor(graphOf(flowWithoutIntents, languageOf('en')), node, 'answer');
  const intentOf = (text: string) => expectation.phrases.find((phrase) => phrase.text === text)?.id;
  const isSameMeaning = ({ text, match }: EndedTranscript, spokenText: string) =>
    text === spokenText || (match !== undefined && match.phraseId === intentOf(spokenText));
  return { name, expectation, answers, isSameMeaning };
}

const shortAnswers = splitPhrases(
  "yes, yeah, yes please, sure, yes i can, okay, that works, of course, no, nope, no thank you, no i can't, not really, i can't, say that again, hold on",
);
/**
 * Phrases of the universal intents, which apply to every question: no more calls, wrong number, who is calling, another
 * time, a person.
 */
const universalPhrases = splitPhrases(
  "stop calling me, don't call me again, take me off your list, leave me alone, wrong number, you have the wrong number, who is this, " +
    "who is calling, call me back, call me back tomorrow at ten, i'm driving, i want to speak to a person, speak to a person, can i talk to someone",
);

export const questionsWithoutIntents: readonly Question[] = [
  questionWithoutIntents('yes or no, without intents', 'yes_no', shortAnswers),
  questionWithoutIntents('date, without intents', 'date_time', questions[1]!.answers),
  questionWithoutIntents('number, without intents', 'number', questions[2]!.answers),
  questionWithoutIntents(
    'digits, without intents',
    'digits',
    splitPhrases(
      'one two three four, nine oh seven five, five five five oh one two, eight one six two, three three nine',
    ),
  ),
  questionWithoutIntents('universal intents for yes or no', 'yes_no', universalPhrases),
  questionWithoutIntents('universal intents for a date', 'date_time', universalPhrases),
  questionWithoutIntents('universal intents for a number', 'number', universalPhrases),
  questionWithoutIntents('universal intents in a conversation', 'talk', universalPhrases),
];

/** Sentences that answer none of the questions. */
export const otherSpeech: readonly string[] = splitPhrases(
  'my dog ate the newspaper, the weather is lovely in spain, seven purple elephants, i was just making dinner for my kids, ' +
    'what is the price of gold, can you spell your last name, it depends on the traffic, the car is in the garage, she went to the market, ' +
    'my mother used to say that, please turn down the radio, there is somebody at the door, let me find my glasses, ' +
    'i have already paid that bill, could you speak a little louder, we are having a party on the beach, he never told me about it, pizza, ' +
    'banana, um well you see, football, hmm let me think about it, my husband handles that, is this about the insurance, ' +
    'i think the doctor changed it, how much does it cost, where are you located, do i have to bring anything, mm hmm, uh, ha ha ha, ' +
    'the line is very bad, good grief, wow, blue, window, table, i like cheese',
);
