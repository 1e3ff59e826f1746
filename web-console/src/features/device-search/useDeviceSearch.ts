import { useEffect, useState } from 'react'
import { useErrorText } from '@/kit/errors'
import { useLazyGetDeviceSearchQuery, useSearchDevicesMutation } from './api'
import { expectSearch, forgetSearch, showSearch, useSearch } from './pushes'
import { sizeOf } from './range'
import { hasBegun, rememberBegun } from './begun'

/** How often a search is asked for whose pushes may be lost, in milliseconds. */
const ASK_AGAIN = 5_000

/** Begins searches, and goes on with the one that an earlier page began. */
export function useDeviceSearch() {
  const errorText = useErrorText()
  const search = useSearch()
  const [begin, { isLoading }] = useSearchDevicesMutation()
  const [ask] = useLazyGetDeviceSearchQuery()
  const [failure, setFailure] = useState<string>()
  const isRunning = search?.state === 'running'

  useEffect(() => {
    const look = async () => {
      const { data } = await ask()
      if (data) showSearch(data)
    }
    // The platform answers with an error where there is none.
    if (isRunning || hasBegun()) void look()
    if (!isRunning) return undefined
    const timer = setInterval(() => void look(), ASK_AGAIN)
    return () => clearInterval(timer)
  }, [ask, isRunning])

  const start = async (startIp: string, endIp: string) => {
    const requestId = crypto.randomUUID()
    setFailure(undefined)
    rememberBegun()
    expectSearch(requestId, sizeOf(startIp, endIp) ?? 0)
    try {
      const body = { start_ip: startIp.trim(), end_ip: endIp.trim(), request_id: requestId }
      showSearch(await begin({ searchDevicesRequestInput: body }).unwrap())
    } catch (error) {
      forgetSearch()
      setFailure(errorText(error))
    }
  }
  return { search, start, isBusy: isLoading || isRunning, failure }
}
