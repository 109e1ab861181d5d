/** The part of sherpa-onnx-node 1.13.8 that is used. The package has no types. */
declare module 'sherpa-onnx-node' {
  export class OnlineStream {
    acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
    inputFinished(): void;
  }
  export class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    decode(stream: OnlineStream): void;
    /** Every stream must be ready. */
    decodeStreams(streams: readonly OnlineStream[]): void;
    getResult(stream: OnlineStream): { readonly text: string };
  }
  export class OfflineStream {
    acceptWaveform(wave: { readonly samples: Float32Array; readonly sampleRate: number }): void;
  }
  export class OfflineRecognizer {
    constructor(config: object);
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { readonly text: string };
  }
  export class GenerationConfig {
    constructor(options: { readonly sid: number; readonly speed: number; readonly silenceScale: number });
  }
  export class OfflineTts {
    constructor(config: object);
    readonly numSpeakers: number;
    readonly sampleRate: number;
    generate(request: { readonly text: string; readonly generationConfig: GenerationConfig }): {
      readonly samples: Float32Array;
      readonly sampleRate: number;
    };
  }
}
