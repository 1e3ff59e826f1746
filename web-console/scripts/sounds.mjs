/**
 * Makes the sounds of the console, `public/sounds/*.wav`: two soft tones for an important
 * notification, two shorter ones for a message, a falling pair that repeats for an alarm; a warm double ring of the phone, and
 * a rising, pressing one for an SOS call, both to be looped. Run it again after a change; the
 * files are committed.
 */
import { mkdirSync, writeFileSync } from 'node:fs'

/** Samples a second: enough for tones below 2 kHz. */
const RATE = 16_000
const FOLDER = new URL('../public/sounds/', import.meta.url)

/** Hertz and seconds; 0 Hz is silence. */
const SOUNDS = {
  alert: [
    [880, 0.14],
    [1174.66, 0.26],
  ],
  alarm: Array.from({ length: 3 }, () => [
    [987.77, 0.2],
    [739.99, 0.28],
    [0, 0.1],
  ]).flat(),
  message: [
    [783.99, 0.09],
    [1046.5, 0.2],
  ],
  ring: [
    ...Array.from({ length: 2 }, () => [
      [659.25, 0.16],
      [783.99, 0.16],
      [659.25, 0.16],
      [783.99, 0.24],
      [0, 0.16],
    ]).flat(),
    [0, 1.2],
  ],
  sos: [
    ...Array.from({ length: 3 }, () => [
      [880, 0.12],
      [1108.73, 0.12],
      [1318.51, 0.2],
    ]).flat(),
    [0, 0.4],
  ],
}

/** One tone with a bell's beginning and end, so that nothing clicks. */
function tone([hertz, seconds]) {
  const count = Math.round(seconds * RATE)
  return Array.from({ length: count }, (_, at) => {
    const time = at / RATE
    const rise = Math.min(1, time / 0.008)
    const fall = Math.min(1, (seconds - time) / 0.03) * Math.exp(-3 * time)
    const wave = Math.sin(2 * Math.PI * hertz * time) + 0.25 * Math.sin(4 * Math.PI * hertz * time)
    return hertz === 0 ? 0 : 0.45 * rise * fall * wave
  })
}

/** 16-bit mono PCM in a RIFF file. */
function wav(samples) {
  const data = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => data.writeInt16LE(Math.round(sample * 32_000), at * 2))
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + data.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(RATE, 24)
  head.writeUInt32LE(RATE * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(data.length, 40)
  return Buffer.concat([head, data])
}

mkdirSync(FOLDER, { recursive: true })
for (const [name, tones] of Object.entries(SOUNDS)) {
  writeFileSync(new URL(`${name}.wav`, FOLDER), wav(tones.flatMap(tone)))
}
