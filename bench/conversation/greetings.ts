/**
 * Answering-machine detection of synthetic greetings, each with every order of events. Usage: `node bench/conversation/greetings.ts`. Time is
 * simulated, so that the results do not depend on the machine.
 */
import { amdResultsOf, eventOrders } from '../../src/voice/testing/greeted-call.ts';
import {
  greetingsWithLanguage,
  personGreetings,
  voicemailGreetings,
} from '../../src/voice/testing/greetings.ts';

for (const [name, greetings] of Object.entries({ personGreetings, voicemailGreetings })) {
  const counts = new Map<string, number>();
  for (const [language, text] of greetingsWithLanguage(greetings))
    for (const order of Object.values(eventOrders)) {
      const result = (await amdResultsOf(order, text, language)).at(-1) ?? 'none';
      counts.set(result, (counts.get(result) ?? 0) + 1);
    }
  console.log(name, Object.fromEntries(counts));
}
