// The audio of one session of the peer, in process: frames of 20 ms at 8 kHz, and the simulated callers.
import { ReadableStream } from 'node:stream/web';
import { voice } from '@livekit/agents';

export const frameSamples = 160;
/** A caller of the scripted providers speaks at the beginning of each cycle of 6 s. */
export const cycleFrames = 300;

export class MemoryInput extends voice.AudioInput {
  constructor() {
    super();
    const stream = new ReadableStream({ start: (controller) => void (this.controller = controller) });
    this.multiStream.addInputStream(stream);
  }
  push(frame) {
    this.controller.enqueue(frame);
  }
}

/** Plays audio in real time. Each tick is 20 ms. */
export class MemoryOutput extends voice.AudioOutput {
  #queued = 0;
  #played = 0;
  #flushed = false;
  #started = false;
  playedTotal = 0;
  /** If the last tick played audio. */
  playing = false;
  constructor() {
    super(8000, undefined, { pause: true });
  }
  async captureFrame(frame) {
    await super.captureFrame(frame);
    this.#queued += frame.samplesPerChannel;
  }
  flush() {
    super.flush();
    this.#flushed = true;
  }
  clearBuffer() {
    this.#finish(true);
  }
  pause() {}
  resume() {}
  tick() {
    this.playing = this.#queued > 0;
    if (this.#queued > 0) {
      if (!this.#started) {
        this.#started = true;
        this.onPlaybackStarted(Date.now());
      }
      this.#queued -= frameSamples;
      this.#played += frameSamples;
      this.playedTotal += frameSamples;
    }
    if (this.#queued <= 0 && this.#flushed) this.#finish(false);
  }
  #finish(interrupted) {
    if (this.#started) this.onPlaybackFinished({ playbackPosition: this.#played / 8000, interrupted });
    this.#queued = 0;
    this.#played = 0;
    this.#flushed = false;
    this.#started = false;
  }
}

/** A caller that speaks at the beginning of each cycle, and counts the times that the agent begins to speak after it. */
export class CyclicCaller {
  responses = 0;
  #speechFrames;
  #frame = 0;
  #waits = false;
  constructor(speechFrames) {
    this.#speechFrames = speechFrames;
  }
  /** Returns the frame of the speech that is sent now, or -1 for silence. */
  next(agentSpeaks) {
    const position = this.#frame++ % cycleFrames;
    if (position < this.#speechFrames) this.#waits = true;
    else if (agentSpeaks && this.#waits) {
      this.#waits = false;
      this.responses += 1;
    }
    return position < this.#speechFrames ? position : -1;
  }
}

/** A caller that speaks each time the agent was silent for 400 ms, then waits for a response for at most 15 s, as those of bench/turn. */
export class ConversingCaller {
  responses = 0;
  #speechFrames;
  #position = -1;
  #silentFrames = 0;
  #waitedFrames = -1;
  constructor(speechFrames) {
    this.#speechFrames = speechFrames;
  }
  next(agentSpeaks) {
    this.#silentFrames = agentSpeaks ? 0 : this.#silentFrames + 1;
    if (this.#waitedFrames >= 0) this.#wait(agentSpeaks);
    else if (this.#position < 0 && this.#silentFrames > 20) this.#position = 0;
    if (this.#position < 0) return -1;
    const frame = this.#position++;
    if (this.#position === this.#speechFrames) {
      this.#position = -1;
      this.#waitedFrames = 0;
    }
    return frame;
  }
  #wait(agentSpeaks) {
    this.#waitedFrames += 1;
    if (agentSpeaks) this.responses += 1;
    if (agentSpeaks || this.#waitedFrames >= 750) this.#waitedFrames = -1;
  }
}
