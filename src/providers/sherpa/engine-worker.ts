import { setPriority } from 'node:os';
import type * as Sherpa from 'sherpa-onnx-node';
import type { EngineReply, EngineRequest, RecognitionRequest, StartRequest } from './messages.ts';
import { createRecognitionEngine } from './recognition-engine.ts';
import { createVoiceEngine } from './voice-engine.ts';

/*
 * Entry point of an engine process. The native code ends the process for some invalid models and inputs, so it never runs in the process of the calls.
 */

/** Below the process of the calls, whose audio must not be late. */
const niceness = 5;

const send = (reply: EngineReply): void => void process.send?.(reply);

let receive: ((request: EngineRequest) => void) | undefined;

process.on('message', (message: StartRequest | EngineRequest) => {
  if (receive === undefined) void start(message as StartRequest);
  else if ((message as EngineRequest).type === 'ping') send({ type: 'pong' });
  else receive(message as EngineRequest);
});
process.on('disconnect', () => process.exit());

async function start(request: StartRequest): Promise<void> {
  const waiting: EngineRequest[] = [];
  receive = (early) => waiting.push(early);
  try {
    lowerPriority();
    const engine = startEngine(await loadModule(request.module), request);
    receive = engine.receive;
    send({ type: 'ready', speakers: engine.speakers });
    for (const early of waiting) receive(early);
  } catch (error) {
    send({ type: 'failed', reason: error instanceof Error ? error.message : String(error) });
    process.disconnect();
  }
}

async function loadModule(module: string): Promise<typeof Sherpa> {
  try {
    const loaded = (await import(module)) as { readonly default: typeof Sherpa };
    return loaded.default;
  } catch (error) {
    const hint = 'Run `npm install sherpa-onnx-node@1.13.8` in the folder of Parley.';
    throw new Error(`The package ${module} cannot be loaded. ${hint}`, { cause: error });
  }
}

function startEngine(
  sherpa: typeof Sherpa,
  request: StartRequest,
): { readonly speakers: number; readonly receive: (request: EngineRequest) => void } {
  if (request.mode === 'recogniser') {
    const engine = createRecognitionEngine(sherpa, request.model, send);
    return { speakers: 0, receive: (message) => engine.receive(message as RecognitionRequest) };
  }
  const engine = createVoiceEngine(sherpa, request.model);
  const receive = (message: EngineRequest) => {
    if (message.type !== 'speak') return;
    try {
      send(engine.speak(message));
    } catch (error) {
      send({ type: 'rejected', id: message.id, reason: String(error) });
    }
  };
  return { speakers: engine.speakers, receive };
}

function lowerPriority(): void {
  try {
    setPriority(niceness);
  } catch {
    // Not permitted on this system.
  }
}
