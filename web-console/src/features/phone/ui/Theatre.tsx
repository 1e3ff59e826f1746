import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '../calls/types'
import { useCalls, usePhone, usePhoneState } from '../context'
import { CallButtons } from './CallButtons'
import { CallState } from './CallState'
import { Picture } from './Picture'
import styles from './Picture.module.css'
import { SosMark } from './SosMark'
import { useWho } from './useWho'

/** A call's picture over the whole page, with its buttons. Escape leaves it. */
export function Theatre() {
  const fullscreen = usePhoneState(({ phone }) => phone.fullscreen)
  const call = useCalls().find(({ id }) => id === fullscreen)
  if (!call?.sessionId || !call.hasVideo) return null
  return <Stage call={call} sessionId={call.sessionId} />
}

function Stage({ call, sessionId }: { call: Call; sessionId: string }) {
  const { t } = useTranslation('phone')
  const phone = usePhone()
  const { name } = useWho(call)
  const stage = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement
    stage.current?.focus()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    phone.setFullscreen(undefined)
  }
  return (
    // Escape is for whatever inside the stage has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      ref={stage}
      className={styles.theatre}
      role="dialog"
      aria-modal="true"
      aria-label={t('pictureOf', { who: name || call.number })}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <Picture call={call} sessionId={sessionId} isFullscreen />
      <div className={styles.foot}>
        <div>
          <h2>
            {name || call.number} {call.isSos && <SosMark />}
          </h2>
          <CallState call={call} />
        </div>
        <CallButtons call={call} />
      </div>
    </div>
  )
}
