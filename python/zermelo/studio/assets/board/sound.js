// Short sounds of moves, made by the browser. Browsers allow sound only after the visitor has pressed something on the page.

const SOUNDS = {
  move: [{ pitch: 330, to: 180, length: 0.07, level: 0.25, shape: "triangle" }],
  capture: [{ pitch: 420, to: 110, length: 0.09, level: 0.3, shape: "square" }, { pitch: 200, to: 90, length: 0.1, level: 0.25, shape: "triangle", later: 0.05 }],
  end: [523, 659, 784].map((pitch, at) => ({ pitch, to: pitch, length: 0.22, level: 0.18, shape: "sine", later: 0.12 * at })),
};
let context = null;

export function play(name) {
  if (!window.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
  context ||= new AudioContext();
  if (context.state === "suspended") context.resume();
  for (const { pitch, to, length, level, shape, later = 0 } of SOUNDS[name]) {
    const begin = context.currentTime + later, tone = new OscillatorNode(context, { type: shape, frequency: pitch }), volume = new GainNode(context, { gain: 0 });
    tone.frequency.exponentialRampToValueAtTime(to, begin + length);
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(level, begin + 0.005);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length + 0.02);
  }
}
