/** unknown: not asked yet; missing: there is none, or the page is not served safely. */
export type MicrophoneState = 'unknown' | 'granted' | 'refused' | 'missing'

/** Asks the browser for the microphone, and gives it back at once: it is for later calls. */
export async function askMicrophone(): Promise<MicrophoneState> {
  const devices = mediaDevices()
  if (!devices) return 'missing'
  try {
    stopStream(await devices.getUserMedia({ audio: true }))
    return 'granted'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'missing'
  }
}

/** Told when somebody changes the permission in the browser's own settings. */
export async function watchMicrophone(onChange: () => void, signal: AbortSignal): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: 'microphone' })
    status.addEventListener('change', onChange, { signal })
  } catch {
    // A browser without this name of a permission: the button in the phone does instead.
  }
}

/** The microphone, and the camera too where it is wanted and there. */
export async function openMedia(wantsCamera: boolean): Promise<MediaStream> {
  const devices = mediaDevices()
  if (!devices) throw new DOMException('no media devices', 'NotFoundError')
  if (wantsCamera) {
    try {
      return await devices.getUserMedia({ audio: true, video: true })
    } catch {
      // No camera, or not allowed: the voice has to do.
    }
  }
  return devices.getUserMedia({ audio: true })
}

export function stopStream(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/** Absent where the page is not served safely. */
const mediaDevices = (): MediaDevices | undefined => navigator.mediaDevices
