import { useEffect, useState } from 'react'
import { runEach } from '@/kit/bulk'
import { useLookAtDevice, type Device } from './api'
import type { Look } from './bulkPlan'

/** Asks for each device whether it may be changed, and how it is now; a list may be an hour old, and show more than one may change. */
export function useLooks(devices: Device[]): ReadonlyMap<number, Look> {
  const lookAt = useLookAtDevice()
  const [looks, setLooks] = useState<ReadonlyMap<number, Look>>(new Map())
  useEffect(() => {
    const cancel = new AbortController()
    const add = (id: number, look: Look) => {
      if (!cancel.signal.aborted) setLooks((before) => new Map(before).set(id, look))
    }
    void runEach(
      devices,
      async ({ id }) => {
        try {
          add(id, { device: await lookAt(id) })
        } catch (error) {
          add(id, { error })
        }
      },
      { signal: cancel.signal },
    )
    return () => cancel.abort()
  }, [devices, lookAt])
  return looks
}
