import { useCallback, useEffect, useRef, useState } from 'react'
import { useBeginRemoteSessionMutation, useUpdateRemoteSessionMutation } from './api'
import { afterAnswer, afterFailure, BEFORE, isOver, type Control } from './control'

/** How often a session is kept alive while its page is in view, in milliseconds. */
export const KEEP_ALIVE = 60_000

export interface Credentials {
  login: string
  password: string
}

/**
 * A session of remote control with one device: kept alive while the page is in view, and closed
 * when it is left.
 */
export function useRemoteSession(serialNumber: string) {
  const [begin] = useBeginRemoteSessionMutation()
  const [update, { isLoading: isAsking }] = useUpdateRemoteSessionMutation()
  const [control, setControl] = useState<Control>(BEFORE)
  /** The session that is to be kept, as far as is known at this moment. */
  const own = useRef<number>(undefined)
  const isHere = useRef(false)

  const ask = useCallback(async () => {
    const id = own.current
    if (id === undefined) return
    try {
      const session = await update({ id, body: { is_active: true } }).unwrap()
      setControl((before) => afterAnswer(before, session))
    } catch (error) {
      if (isOver(error) && own.current === id) own.current = undefined
      setControl((before) => afterFailure(before, id, error))
    }
  }, [update])

  /** Whatever the platform answers: a session of which nothing is heard ends by itself. */
  const close = useCallback(() => {
    const id = own.current
    if (id === undefined) return
    own.current = undefined
    void update({ id, body: { is_active: false } })
    setControl({ phase: 'ended', why: 'closed' })
  }, [update])

  const start = async (credentials: Credentials) => {
    const session = await begin({
      beginRemoteSessionRequestInput: { serial_number: serialNumber, ...credentials },
    }).unwrap()
    own.current = session.id
    if (isHere.current) setControl({ phase: 'live', session, isUnheard: false })
    else close()
  }

  useEffect(() => {
    isHere.current = true
    window.addEventListener('pagehide', close)
    return () => {
      isHere.current = false
      window.removeEventListener('pagehide', close)
      close()
    }
  }, [close])

  const isLive = control.phase === 'live'
  useEffect(() => {
    if (!isLive) return undefined
    const askIfSeen = () => void (document.visibilityState === 'visible' && ask())
    const timer = setInterval(askIfSeen, KEEP_ALIVE)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
    }
  }, [isLive, ask])

  return { control, start, ask, isAsking, close, again: () => setControl(BEFORE) }
}
