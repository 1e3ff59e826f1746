import { isReachable, subscribeToReachability } from '@/api/reachability'

/** Milliseconds before each new try to load a part of the console. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000]

/** A part of the console could not be loaded. */
export class PartNotLoaded extends Error {
  override name = 'PartNotLoaded'
}

/**
 * Loads a part of the console again where the network failed, as soon as there is one. The page stays as it
 * is meanwhile, and nothing reloads: somebody may be in the middle of a call.
 */
export async function importWithRetry<T>(
  load: () => Promise<T>,
  delays: readonly number[] = RETRY_DELAYS_MS,
): Promise<T> {
  const [delay, ...later] = delays
  try {
    return await load()
  } catch (error) {
    if (delay === undefined) {
      throw new PartNotLoaded('a part of the console could not be loaded', { cause: error })
    }
    await Promise.all([pause(delay), online()])
    return importWithRetry(load, later)
  }
}

const pause = async (delay: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, delay)
  })

async function online(): Promise<void> {
  if (isReachable()) return
  await new Promise<void>((resolve) => {
    const stop = subscribeToReachability(() => {
      if (!isReachable()) return
      stop()
      resolve()
    })
  })
}
