import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isLive, isRinging } from '../calls/rules'
import type { Call } from '../calls/types'
import { useCalls } from '../context'

/** Says to screen readers that a call comes, begins or has ended. */
export function Announcer() {
  const { t } = useTranslation('phone')
  const calls = useCalls()
  const before = useRef<Call[]>([])
  const [text, setText] = useState('')

  useEffect(() => {
    const said = calls.flatMap((call) => {
      const was = before.current.find(({ id }) => id === call.id)
      const who = [call.info?.user || call.info?.device, call.number].filter(Boolean).join(', ')
      if (isRinging(call) && !(was && isRinging(was))) {
        return call.isSos ? t('said.sos', { who }) : t('said.rings', { who })
      }
      if (call.status === 'active' && call.sessionId !== undefined && was?.status !== 'active') {
        return t('said.begins', { who })
      }
      return !isLive(call) && was && isLive(was) ? t('said.ends', { who }) : []
    })
    before.current = calls
    if (said.length > 0) setText(said.join('. '))
  }, [calls, t])

  return (
    <div className="visually-hidden" role="status" aria-live="assertive">
      {text}
    </div>
  )
}
