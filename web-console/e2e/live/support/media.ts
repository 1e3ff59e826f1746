import type { Page } from '@playwright/test'

/** What a browser receives of its newest call. */
export interface Received {
  /** Packets of sound. */
  packets: number
  /** The loudest frequency, in Hz; none in silence. */
  frequency?: number
  /** Pictures that were shown. */
  frames: number
}

interface Ears {
  peers: RTCPeerConnection[]
  context?: AudioContext
  analysers: Map<string, AnalyserNode>
}

declare global {
  interface Window {
    ears?: Ears
  }
}

/** Keeps every connection of media that the page makes, before the page makes any. */
export async function watchMedia(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const ears: Ears = { peers: [], analysers: new Map() }
    window.ears = ears
    window.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration?: RTCConfiguration) {
        super(configuration)
        ears.peers.push(this)
      }
    }
  })
}

export function received(page: Page): Promise<Received> {
  return page.evaluate(listen)
}

/** In the page: counts what came, and listens to the last 85 ms of it. */
async function listen(): Promise<Received> {
  const FFT = 4096
  // Of the spectrum, in dB: quieter is silence.
  const SILENCE = -70
  const ears = window.ears!
  const peer = ears.peers.findLast(({ connectionState }) => connectionState === 'connected')
  const found: Received = { packets: 0, frames: 0 }
  if (!peer) return found
  for (const report of (await peer.getStats()).values() as Iterable<Record<string, unknown>>) {
    if (report.type !== 'inbound-rtp') continue
    if (report.kind === 'audio') found.packets += Number(report.packetsReceived)
    else found.frames += Number(report.framesDecoded ?? 0)
  }
  const track = peer.getReceivers().find((receiver) => receiver.track.kind === 'audio')?.track
  if (!track) return found
  ears.context ??= new AudioContext()
  let analyser = ears.analysers.get(track.id)
  if (!analyser) {
    analyser = new AnalyserNode(ears.context, { fftSize: FFT })
    ears.context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
    ears.analysers.set(track.id, analyser)
  }
  const spectrum = new Float32Array(analyser.frequencyBinCount)
  analyser.getFloatFrequencyData(spectrum)
  let loudest = 0
  for (const [bin, level] of spectrum.entries()) if (level > spectrum[loudest]!) loudest = bin
  if (spectrum[loudest]! > SILENCE) {
    found.frequency = Math.round((loudest * ears.context.sampleRate) / FFT)
  }
  return found
}
