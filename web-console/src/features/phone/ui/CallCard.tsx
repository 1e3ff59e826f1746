import { isAnsweredByAnother, isDisabled } from '../calls/rules'
import type { Call } from '../calls/types'
import { useTranslation } from 'react-i18next'
import { Avatar } from '@/kit/avatar'
import { useOwnNumber, usePhoneState } from '../context'
import { CallButtons } from './CallButtons'
import styles from './CallCard.module.css'
import { CallState } from './CallState'
import { Picture } from './Picture'
import { SosMark } from './SosMark'
import { useWho } from './useWho'

/** One call: who it is, for how long, the picture, and what may be done. */
export function CallCard({ call }: { call: Call }) {
  const { t } = useTranslation('phone')
  const own = useOwnNumber()
  const fullscreen = usePhoneState(({ phone }) => phone.fullscreen)
  const { name, address } = useWho(call)
  const isOff = isDisabled(call, own)
  const isTaken = isAnsweredByAnother(call, own) || isOff
  return (
    <article
      className={styles.card}
      data-status={call.status}
      data-sos={call.isSos}
      data-off={isOff}
      aria-label={[call.number, name].filter(Boolean).join(', ')}
    >
      <div className={styles.who}>
        <Avatar name={name || call.number} size={38} />
        <div className={styles.names}>
          <strong>{name || call.number}</strong>
          <span>
            {name && <span className="mono">{call.number}</span>}
            {address && <span className={styles.address}>{address}</span>}
          </span>
        </div>
        {call.isSos && <SosMark />}
      </div>
      <CallState call={call} />
      {isTaken && <p className={styles.taken}>{t('answeredByAnother')}</p>}
      {call.hasVideo && call.sessionId !== undefined && fullscreen !== call.id && (
        <Picture call={call} sessionId={call.sessionId} />
      )}
      <CallButtons call={call} />
    </article>
  )
}
