// Synthesized sounds, off until switched on in the menu.
import { settings } from "./dom.js";

/** @typedef {"die" | "gun" | "bridge" | "bell"} Sound */

/** @type {AudioContext | null} created with the first sound; browsers allow none before a click */
let context = null;

/** A burst of noise that dies away. @param {BaseAudioContext} audio @param {number} at @param {number} long seconds @param {number} pitch of the filter @param {number} loud */
function burst(audio, at, long, pitch, loud) {
  const frames = Math.ceil(audio.sampleRate * long);
  const buffer = audio.createBuffer(1, frames, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 3;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = "lowpass";
  filter.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/** @param {BaseAudioContext} audio @param {number} at @param {number} long @param {number} pitch @param {number} loud */
function tone(audio, at, long, pitch, loud) {
  const wave = audio.createOscillator();
  wave.frequency.value = pitch;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  wave.connect(gain).connect(audio.destination);
  wave.start(at);
  wave.stop(at + long);
}

/** @type {Record<Sound, (audio: BaseAudioContext, at: number) => void>} */
export const SOUNDS = {
  die: (audio, at) => [0, 0.11, 0.2, 0.31, 0.44].forEach((when, i) => burst(audio, at + when, 0.05, 3200 - 300 * i, 0.16 - 0.02 * i)),
  gun: (audio, at) => [0, 0.19, 0.52].forEach((when, i) => burst(audio, at + when, 0.9, 170 - 20 * i, 0.34 - 0.08 * i)),
  bridge: (audio, at) => {
    burst(audio, at, 1.1, 420, 0.3);
    burst(audio, at + 0.16, 1.5, 110, 0.36);
  },
  bell: (audio, at) => [[523, 0.07], [1046, 0.03], [1568, 0.014]].forEach(([pitch, loud]) => tone(audio, at, 1.6, pitch, loud)),
};

/** @param {Sound} name */
export function sound(name) {
  if (!settings.sound || typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  SOUNDS[name](context, context.currentTime + 0.01);
}
