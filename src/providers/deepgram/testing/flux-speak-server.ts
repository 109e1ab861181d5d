import type { ServedConnection, ServerConnection } from '../../websocket/testing/protocol-server.ts';
import { speakTones } from '../../websocket/testing/speech-audio.ts';

/** Habits of Deepgram's `/v2/speak`, which tests switch on. */
export interface FluxSpeakHabits {
  /** The start of the audio, and nothing more. */
  stops: boolean;
}

/** Simulates the voices of `/v2/speak`. A turn produces audio as its words arrive. */
export class FluxSpeakConnection implements ServedConnection {
  readonly #connection: ServerConnection;
  readonly #habits: FluxSpeakHabits;
  #text = '';
  #turnCount = 0;

  constructor(connection: ServerConnection, habits: FluxSpeakHabits) {
    this.#connection = connection;
    this.#habits = habits;
    connection.send({ type: 'Connected', request_id: 'r', model_name: 'flux', model_uuids: [] });
  }

  onText(message: string): void {
    const { type, text = '' } = JSON.parse(message) as { type: string; text?: string };
    if (type === 'Speak') this.#speak(text);
    else if (type === 'Flush') this.#flush();
    else if (type === 'Close') this.#connection.close(1000);
    else {
      this.#connection.send({ type: 'Error', code: 'MESSAGE-0000', description: 'Unknown message.' });
      this.#connection.close(1003, 'MESSAGE-0000');
    }
  }

  #speak(text: string): void {
    if (this.#text === '') this.#connection.send({ type: 'SpeechStarted', speech_id: this.#speechId });
    this.#text += text;
  }

  #flush(): void {
    if (this.#text === '') {
      this.#connection.send({ type: 'Warning', code: 'NO_ACTIVE_SPEECH', description: 'No active turn.' });
      return;
    }
    const { parts } = speakTones(this.#text);
    for (const part of this.#habits.stops ? parts.slice(0, 1) : parts) this.#connection.sendAudio(part);
    if (this.#habits.stops) return;
    this.#connection.send({
      type: 'SpeechMetadata',
      speech_id: this.#speechId,
      audio_duration_ms: 1,
      input_character_count: this.#text.length,
    });
    this.#connection.send({ type: 'Flushed', speech_id: this.#speechId });
    this.#text = '';
    this.#turnCount += 1;
  }

  get #speechId(): string {
    return `dg_sp_${this.#turnCount.toString(16).padStart(12, '0')}`;
  }
}
