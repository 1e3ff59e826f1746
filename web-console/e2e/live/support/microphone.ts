import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The loudest frequency of what the browsers of the tests say, in Hz. */
export const VOICE = 1000

const RATE = 48_000
const SECONDS = 2
const HEADER = 44
/** Short beeps, since the browser's noise suppression takes a steady tone for noise. */
const BEEP = 0.2

/** Writes what the microphone says, over and over, and tells where. */
export function microphone(): string {
  const samples = RATE * SECONDS
  const file = Buffer.alloc(HEADER + samples * 2)
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(RATE * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(samples * 2, 40)
  for (let index = 0; index < samples; index += 1) {
    const seconds = index / RATE
    const isLoud = seconds % (2 * BEEP) < BEEP
    const sample = isLoud ? 12_000 * Math.sin(2 * Math.PI * VOICE * seconds) : 0
    file.writeInt16LE(Math.round(sample), HEADER + index * 2)
  }
  const folder = path.join(tmpdir(), 'vestibule-e2e')
  mkdirSync(folder, { recursive: true })
  const beside = path.join(folder, `microphone-${process.pid}.wav`)
  const name = path.join(folder, 'microphone.wav')
  writeFileSync(beside, file)
  renameSync(beside, name)
  return name
}
