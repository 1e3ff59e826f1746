import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { callsApi, refreshHistory, refreshManagedCalls } from './api'
import { createPhone, type Phone } from './engine/phone'
import { loadPort } from './sip/loadPort'
import { askMicrophone } from './sip/microphone'

/** The phone of this page, from its first showing until the end of the session. */
export function useStartedPhone(): Phone | undefined {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  const errorText = useErrorText()
  const latestText = useRef(errorText)
  useEffect(() => {
    latestText.current = errorText
  })
  const [phone, setPhone] = useState<Phone>()

  useEffect(() => {
    let started: Phone | undefined
    let isOver = false
    const start = async () => {
      const port = await loadPort()
      if (isOver) return
      started = createPhone({
        port,
        fetchCredentials: () => {
          const { getCallCredentials } = callsApi.endpoints
          const once = { forceRefetch: true, subscribe: false }
          return dispatch(getCallCredentials.initiate(undefined, once)).unwrap()
        },
        stopSpeech: (id) => {
          const { stopManagedCall } = callsApi.endpoints
          return dispatch(stopManagedCall.initiate({ id, body: {} })).unwrap()
        },
        refreshCalls: () => void dispatch(refreshManagedCalls()),
        onGone: () => void dispatch(refreshHistory()),
        askMicrophone,
        onError: (error) => alerts.error(latestText.current(error)),
      })
      setPhone(started)
      await started.start()
    }
    const stop = () => {
      isOver = true
      started?.stop()
    }
    void start()
    // Callers are put on hold, not left with a line that is dead.
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [dispatch])
  return phone
}
