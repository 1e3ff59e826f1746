import { useEffect, useRef, useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { alerts } from '@/kit/alerts'
import { useErrorText } from '@/kit/errors'
import { whilePageLives } from '@/kit/whilePageLives'
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
    const start = async (run: { isOver: boolean; phone?: Phone }) => {
      const port = await loadPort()
      if (run.isOver) return
      run.phone = createPhone({
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
      setPhone(run.phone)
      await run.phone.start()
    }
    // Callers of a page that is left are put on hold, not left with a line that is dead.
    return whilePageLives(() => {
      const run: { isOver: boolean; phone?: Phone } = { isOver: false }
      void start(run)
      return () => {
        run.isOver = true
        run.phone?.stop()
      }
    })
  }, [dispatch])
  return phone
}
