import fvad, { type FvadModule } from '@echogarden/fvad-wasm';

/**
 * A WebRTC voice activity detector (libfvad). Each stream needs its own detector, because a detector adapts to the
 * noise.
 */
export interface VoiceActivityDetector {
  /**
   * Returns whether a frame of 160 samples at 8 kHz holds speech. Stays true for up to about 120 ms after speech
   * (hangover).
   */
  isSpeech(frame: Int16Array): boolean;
  /** Frees the memory of the detector. Can be called twice; `isSpeech` must not be called afterwards. */
  close(): void;
}

export const voiceActivityFrameSamples = 160;

/**
 * libfvad's modes range from 0 (most sensitive) to 3. On telephone audio, mode 2 found all clean speech without a false
 * alarm. At a signal-to-noise ratio of 20 dB it found 98 % with 3 % false alarms.
 */
const mode = 2;
const sampleRate = 8000;

/** Loads the WASM module. Returns the function that creates detectors, which all use this module. */
export async function loadVoiceActivityDetector(): Promise<() => VoiceActivityDetector> {
  const module = await fvad();
  const library = bindFunctions(module);
  const frameAddress = library.malloc(voiceActivityFrameSamples * 2);
  return () => {
    let detector = library.create();
    if (detector === 0) throw new Error('Out of memory: cannot create another voice activity detector.');
    library.setMode(detector, mode);
    library.setSampleRate(detector, sampleRate);
    return {
      isSpeech(frame) {
        if (frame.length !== voiceActivityFrameSamples)
          throw new RangeError(`A frame has ${voiceActivityFrameSamples} samples.`);
        module.HEAP16.set(frame, frameAddress >> 1);
        return library.process(detector, frameAddress, voiceActivityFrameSamples) === 1;
      },
      close() {
        if (detector !== 0) library.free(detector);
        detector = 0;
      },
    };
  };
}

function bindFunctions(module: FvadModule) {
  return {
    malloc: module.cwrap('malloc', 'number', ['number']),
    create: module.cwrap('fvad_new', 'number', []),
    free: module.cwrap('fvad_free', null, ['number']),
    setMode: module.cwrap('fvad_set_mode', 'number', ['number', 'number']),
    setSampleRate: module.cwrap('fvad_set_sample_rate', 'number', ['number', 'number']),
    /** Returns 1 for speech, 0 for no speech, -1 for an invalid frame length. */
    process: module.cwrap('fvad_process', 'number', ['number', 'number', 'number']),
  };
}
